// Buttons, selects and the other parts of messages and forms.

import { el, emoji } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture } from "./picture.js";
import { say } from "./words.js";

/** One part; `use` is called with the part and, for selects, the chosen values. */
export function part(one, known, use) {
  switch (one.type) {
    case 1: return el(".row", {}, one.components.map((it) => part(it, known, use)));
    case 2: return button(one, use);
    case 3: case 5: case 6: case 7: case 8: return chooser(one, known, (values) => use(one, values));
    case 9: return el(".section", {}, el("div", {}, one.components.map((it) => part(it, known, use))), part(one.accessory, known, use));
    case 10: return markdown(one.content, known);
    case 11: return picture(one.media.url, one.description);
    case 12: return el(".gallery", {}, one.items.map((it) => picture(it.media.url, it.description)));
    case 13: return el("a.file", { href: one.file.url, target: "_blank" }, one.name ?? one.file.url.split("?")[0].split("/").pop());
    case 14: return el("hr", { style: one.divider === false ? "visibility:hidden" : "" });
    case 17: return container(one, known, use);
    default: return el(".quiet", {}, say("unknown_part", { kind: one.type }));
  }
}

function container(one, known, use) {
  const made = el(".container", {}, one.components.map((it) => part(it, known, use)));
  if (one.accent_color != null) made.style.borderLeftColor = `#${one.accent_color.toString(16).padStart(6, "0")}`;
  return made;
}

function button(one, use) {
  const inside = [emoji(one.emoji), one.label].filter(Boolean).map((it) => el("span", {}, it));
  if (one.style === 5) return el("a.press.s5", { href: one.url, target: "_blank", rel: "noreferrer" }, inside, "↗");
  const made = el(`button.press.s${one.style}`, { type: "button", disabled: Boolean(one.disabled) }, inside);
  made.dataset.id = one.custom_id;
  made.addEventListener("click", async () => {
    made.classList.add("busy");
    await use(one);
    made.classList.remove("busy");
  });
  return made;
}

/** What a select offers. */
function offered(one, known) {
  const people = () => known.people().map((it) => ({ value: it.id, label: it.name }));
  const roles = () => known.roles().map((it) => ({ value: it.id, label: `@${it.name}` }));
  switch (one.type) {
    case 3: return one.options;
    case 5: return people();
    case 6: return roles();
    case 7: return [...people(), ...roles()];
    default: return known.channels()
      .filter((it) => !one.channel_types?.length || one.channel_types.includes(it.kind))
      .map((it) => ({ value: it.id, label: `#${it.name}` }));
  }
}

/** A select: one choice closes it, several have a button to end with. Its list is moved in with the arrow keys. */
export function chooser(one, known, chosen, label = one.placeholder || say("select")) {
  const least = one.min_values ?? 1, most = one.max_values ?? 1;
  const shown = (one.default_values ?? []).map((it) => it.id);
  const picked = new Set(offered(one, known).filter((it) => it.default || shown.includes(it.value)).map((it) => it.value));
  const list = el("ul", { role: "listbox", hidden: true, ariaLabel: label, ariaMultiSelectable: String(most > 1) });
  const head = el("button", { type: "button", disabled: Boolean(one.disabled), ariaHasPopup: "listbox", ariaExpanded: "false" });
  const done = el("button.done", { type: "button", hidden: true, onclick: () => send() }, say("done"));
  const made = el(".choose", {}, head, list, done);
  made.dataset.id = one.custom_id;
  made.values = () => [...picked];
  const name = () => {
    const labels = offered(one, known).filter((it) => picked.has(it.value)).map((it) => it.label);
    head.textContent = labels.join(", ") || one.placeholder || say("select");
    head.ariaLabel = [label, ...labels].join(": ");
    head.classList.toggle("unset", !labels.length);
  };
  const show = (open) => {
    list.hidden = !open;
    done.hidden = !open || most === 1;
    head.ariaExpanded = String(open);
  };
  const send = async () => {
    show(false);
    name();
    head.focus();
    made.classList.add("busy");
    await chosen([...picked]);
    made.classList.remove("busy");
  };
  const choose = (value, index) => {
    if (most === 1) {
      const again = picked.has(value) && !least;
      picked.clear();
      if (!again) picked.add(value);
      return send();
    }
    if (!picked.delete(value) && picked.size < most) picked.add(value);
    return fill(index);
  };
  const options = () => [...list.querySelectorAll('[role="option"]')];
  const go = (index) => options().at(index)?.focus();
  const fill = (focused) => {
    list.replaceChildren(...offered(one, known).map((it, index) => el("li", { role: "none" }, el("button", {
      type: "button", role: "option", tabIndex: -1, "aria-selected": String(picked.has(it.value)), onclick: () => choose(it.value, index),
    }, most > 1 ? el("span", { "aria-hidden": "true" }, picked.has(it.value) ? "☑ " : "☐ ") : null,
    emoji(it.emoji), it.emoji ? " " : "", it.label,
    it.description ? el("small", {}, it.description) : null))));
    done.disabled = picked.size < least;
    if (focused !== undefined) go(focused);
  };
  list.addEventListener("keydown", (event) => {
    const all = options(), at = all.indexOf(document.activeElement);
    const to = { ArrowDown: Math.min(at + 1, all.length - 1), ArrowUp: Math.max(at - 1, 0), Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[to].focus();
    else if (event.key === "Escape") { show(false); head.focus(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  head.addEventListener("click", () => {
    show(list.hidden);
    if (!list.hidden) fill(Math.max(0, offered(one, known).findIndex((it) => picked.has(it.value))));
  });
  name();
  return made;
}

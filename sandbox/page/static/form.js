// A form that the bot opened, over its column.

import { contents, el, name } from "./dom.js";
import { markdown } from "./markdown.js";
import { chooser } from "./parts.js";
import { say } from "./words.js";

/** Show it; `send` gets the values by custom id and answers with an error or nothing. */
export function form(modal, known, send) {
  const getters = new Map();
  const wrong = el(".wrong", { hidden: true, role: "alert" });
  const made = el("form.form", { onsubmit: submit }, el("h3", { ariaLevel: "2" }, modal.title),
    modal.components.map((one) => piece(one, known, getters)), wrong,
    el(".ends", {}, el("button.press", { type: "button", onclick: close }, say("cancel")), el("button.press.s1", { type: "submit" }, say("submit"))));
  const veil = el(".veil", { role: "dialog", ariaModal: "true", ariaLabel: modal.title, onkeydown: key }, made);
  const before = document.activeElement;
  let behind = [];

  function close() {
    behind.forEach((one) => { one.inert = false; });
    const column = veil.parentElement;
    veil.remove();
    (before?.isConnected && before !== document.body ? before : column?.querySelector(".log"))?.focus();
  }

  /** Escape closes it; Tab stays within. */
  function key(event) {
    if (event.key === "Escape") return close();
    if (event.key !== "Tab") return null;
    const all = [...made.querySelectorAll("input, textarea, button, a")].filter((one) => !one.disabled && one.offsetParent);
    const end = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement !== end) return null;
    event.preventDefault();
    return (event.shiftKey ? all.at(-1) : all[0]).focus();
  }

  async function submit(event) {
    event.preventDefault();
    const values = {};
    for (const [id, get] of getters) values[id] = get();
    const done = await send(values);
    if (!done.error) return close();
    wrong.textContent = done.error;
    wrong.hidden = false;
  }

  setTimeout(() => {
    behind = [...veil.parentElement.children].filter((one) => one !== veil && !one.inert);
    behind.forEach((one) => { one.inert = true; });
    made.querySelector("input, textarea, .choose button")?.focus();
  });
  return veil;
}

function piece(one, known, getters) {
  if (one.type === 10) return markdown(one.content, known);
  if (one.type === 1) return one.components.map((it) => labelled(it.label, null, field(it, known, getters, it.label)));
  return labelled(one.label, one.description, field(one.component, known, getters, one.label));
}

function labelled(label, about, inside) {
  const single = inside.matches("input, textarea") ? inside : inside.querySelector(':scope > input[type="checkbox"]');
  if (single) { single.id = name("field"); if (about) single.ariaDescription = about; }
  const shown = single ? el("label", { htmlFor: single.id }, label) : el(".label", {}, label);
  return el(".field", {}, shown, about ? el("small", {}, about) : null, inside);
}

function field(one, known, getters, label) {
  const keep = (made, get) => { getters.set(one.custom_id, get); return made; };
  switch (one.type) {
    case 4: {
      const more = { value: one.value ?? "", placeholder: one.placeholder ?? "", maxLength: one.max_length ?? 4000, required: one.required !== false };
      const made = one.style === 2 ? el("textarea", { ...more, rows: 4 }) : el("input", { ...more, type: "text" });
      return keep(made, () => made.value);
    }
    case 19: return upload(one, keep);
    case 21: case 22: return options(one, keep, label);
    case 23: {
      const box = el("input", { type: "checkbox", checked: Boolean(one.default) });
      return keep(el("div", {}, box), () => box.checked);
    }
    default: {
      const made = chooser(one, known, async () => {}, label);
      return keep(made, () => made.values());
    }
  }
}

/** Files, read when they are chosen. */
function upload(one, keep) {
  const input = el("input", { type: "file", multiple: (one.max_values ?? 1) > 1 });
  let files = [];
  input.addEventListener("change", async () => { files = await Promise.all([...input.files].map(contents)); });
  return keep(input, () => files);
}

function options(one, keep, label) {
  const single = one.type === 21;
  const boxes = one.options.map((it) => el("input", {
    type: single ? "radio" : "checkbox", name: one.custom_id, value: it.value, checked: Boolean(it.default),
  }));
  const made = el("div", { role: single ? "radiogroup" : "group", ariaLabel: label }, one.options.map((it, index) => el("div", {}, el("label", {}, boxes[index], " ", it.label,
    it.description ? el("small", {}, it.description) : null))));
  const chosen = () => boxes.filter((it) => it.checked).map((it) => it.value);
  return keep(made, () => (single ? chosen()[0] ?? null : chosen()));
}

// A form that the bot opened, over its column.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { chooser } from "./parts.js";
import { say } from "./words.js";

/** Show it; `send` gets the values by custom id and answers with an error or nothing. */
export function form(modal, known, send) {
  const getters = new Map();
  const wrong = el(".wrong", { hidden: true, role: "alert" });
  const made = el("form.form", { onsubmit: submit, ariaLabel: modal.title }, el("h3", {}, modal.title),
    modal.components.map((one) => piece(one, known, getters)), wrong,
    el(".ends", {}, el("button.press", { type: "button", onclick: close }, say("cancel")), el("button.press.s1", { type: "submit" }, say("submit"))));
  const veil = el(".veil", { onkeydown: (event) => event.key === "Escape" && close() }, made);

  function close() {
    veil.remove();
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

  setTimeout(() => made.querySelector("input, textarea, .choose button")?.focus());
  return veil;
}

function piece(one, known, getters) {
  if (one.type === 10) return markdown(one.content, known);
  if (one.type === 1) return one.components.map((it) => labelled(it.label, null, field(it, known, getters)));
  return labelled(one.label, one.description, field(one.component, known, getters));
}

function labelled(label, about, inside) {
  const id = `f${Math.random().toString(36).slice(2)}`;
  const target = inside.matches("input, textarea") ? inside : inside.querySelector("input, textarea");
  if (target && inside === target) target.id = id;
  return el(".field", {}, el("label", { htmlFor: id }, label), about ? el("small", {}, about) : null, inside);
}

function field(one, known, getters) {
  const keep = (made, get) => { getters.set(one.custom_id, get); return made; };
  switch (one.type) {
    case 4: {
      const more = { value: one.value ?? "", placeholder: one.placeholder ?? "", maxLength: one.max_length ?? 4000, required: one.required !== false };
      const made = one.style === 2 ? el("textarea", { ...more, rows: 4 }) : el("input", { ...more, type: "text" });
      return keep(made, () => made.value);
    }
    case 21: case 22: return options(one, keep);
    case 23: {
      const box = el("input", { type: "checkbox", checked: Boolean(one.default) });
      return keep(el("div", {}, box), () => box.checked);
    }
    default: {
      const made = chooser(one, known, async () => {});
      return keep(made, () => made.values());
    }
  }
}

function options(one, keep) {
  const single = one.type === 21;
  const boxes = one.options.map((it) => el("input", {
    type: single ? "radio" : "checkbox", name: one.custom_id, value: it.value, checked: Boolean(it.default),
  }));
  const made = el("div", {}, one.options.map((it, index) => el("div", {}, el("label", {}, boxes[index], " ", it.label,
    it.description ? el("small", {}, it.description) : null))));
  const chosen = () => boxes.filter((it) => it.checked).map((it) => it.value);
  return keep(made, () => (single ? chosen()[0] ?? null : chosen()));
}

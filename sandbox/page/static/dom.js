// Small helpers: elements are built, text is never read as HTML.

/** An element with properties, then children (texts, elements, nothing). */
export function el(tag, more = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name || "div");
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(more ?? {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made) made[key] = value;
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

/** A text for those who listen, where others see a colour or a sign. */
export function unseen(...text) {
  return el("span.unseen", {}, text);
}

/** A name for an element that another one refers to. */
let named = 0;
export function name(kind) {
  return `${kind}-${++named}`;
}

/** The colour of somebody's face. */
export function colour(id) {
  let hue = 7;
  for (const digit of id) hue = (hue * 31 + Number(digit)) % 360;
  return `hsl(${hue} 55% 66%)`;
}

/** A moment as people read it. */
export function clock(text) {
  const moment = new Date(text);
  const today = moment.toDateString() === new Date().toDateString();
  const language = document.documentElement.lang;
  const time = moment.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return today ? time : `${moment.toLocaleDateString(language)} ${time}`;
}

/** A menu of what applications offer about somebody or something: pairs of a label and what it does. */
export function menu(label, entries) {
  const made = el("details.apps", { onkeydown: (event) => { if (event.key === "Escape") { made.open = false; made.firstChild.focus(); } } },
    el("summary", { ariaLabel: label, title: label }, "⋯"),
    el(".entries", {}, entries.map(([text, act]) => el("button.press", { type: "button", onclick: () => { made.open = false; act(); } }, text))));
  return made;
}

/** An emoji: a letter, or one of an application's own pictures. */
export function emoji(one) {
  if (!one?.id) return one?.name ?? "";
  return el("img.emoji", { src: `/emojis/${one.id}.png`, alt: `:${one.name}:`, title: `:${one.name}:` });
}

/** A file as it is sent: its name and what is in it. */
export async function contents(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(text) };
}

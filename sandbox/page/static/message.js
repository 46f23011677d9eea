// A message as it stands in a channel.

import { clock, colour, el, emoji, menu, unseen } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { part } from "./parts.js";
import { picture } from "./picture.js";
import { say } from "./words.js";

const MESSAGE = 3;
const PINNED = 6;
const NEAR = 5 * 60 * 1000;

/** The element of a message; `before` is the one above it. */
export function message(one, before, known, use) {
  const made = told(one, before, known, use);
  const entries = one.failure || one.type === PINNED || one.thinking ? [] : known.menus(MESSAGE);
  if (entries.length) made.append(menu(say("apps_message"), entries.map((it) => [it, () => known.choose(it, { message: one.id })])));
  return made;
}

function told(one, before, known, use) {
  if (one.failure) return failure(one);
  if (one.type === PINNED) return pinned(one, known);
  const made = article(one, known.user(one.author.id));
  made.classList.toggle("rang", one.rang);
  made.classList.toggle("only", one.only_you);
  made.classList.toggle("follows", follows(one, before));
  const name = known.user(one.author.id);
  made.append(
    why(one, known) ?? "",
    el(".face", { style: `background:${colour(one.author.id)}`, "aria-hidden": "true" }, name.slice(0, 2)),
    el(".head", {}, el("b", {}, name), one.author.bot ? el("span.bot", {}, say("bot")) : null,
      el("time", { dateTime: one.timestamp }, clock(one.timestamp))),
    body(one, known, use),
  );
  return made;
}

/** A message as a thing of its own, which can have the focus when it has changed. */
function article(one, name) {
  const made = el(".message", { role: "article", tabIndex: -1, ariaLabel: say("said", { name, time: clock(one.timestamp) }) });
  made.dataset.id = one.id;
  return made;
}

function follows(one, before) {
  return Boolean(before && !before.failure && before.type === 0 && one.type === 0 && before.author.id === one.author.id
    && before.only_you === one.only_you && new Date(one.timestamp) - new Date(before.timestamp) < NEAR);
}

function why(one, known) {
  const from = one.interaction_metadata;
  if (from?.name) return el(".why", {}, el("b", {}, known.user(from.user.id)), say("used", { name: from.name }));
  const answered = one.referenced_message;
  if (!answered) return null;
  const shown = answered.content || (answered.attachments.length ? say("a_picture") : say("a_message"));
  return el(".why", {}, "↪ ", el("b", {}, known.user(answered.author.id)), " ", shown.split("\n")[0].replace(/^(-# |#+ )/, "").slice(0, 90));
}

function body(one, known, use) {
  const made = el(".body", {}, one.rang ? unseen(say("rang", { name: known.user(known.me) })) : null);
  if (one.thinking) return el(".body", {}, el("span.thinking", {}, say("thinking", { name: known.user(one.author.id) })), only(one, known));
  if (one.content) made.append(markdown(one.content, known));
  const shown = new Set();
  // Where anything but rows stands among them, everything is shown in its order; otherwise rows stand below the files.
  const laidOut = one.components.some((it) => it.type !== 1);
  for (const embed of one.embeds) made.append(boxed(embed, known, shown));
  for (const piece of one.components) {
    if (laidOut) made.append(part(piece, known, use));
    collect(piece, shown);
  }
  const files = one.attachments.filter((it) => !shown.has(it.url));
  const pictures = files.filter((it) => it.content_type?.startsWith("image/"))
    .map((it) => picture(it.url, it.description, it.width && [it.width, it.height]));
  made.append(...(pictures.length > 1 ? [el(".shots", {}, pictures)] : pictures));
  for (const file of files.filter((it) => !it.content_type?.startsWith("image/"))) {
    made.append(el("a.file", { href: file.url, target: "_blank" }, file.filename, el("span.quiet", {}, `${Math.ceil(file.size / 1024)} KB`)));
  }
  if (!laidOut) for (const piece of one.components) made.append(part(piece, known, use));
  if (one.reactions) {
    made.append(el(".reactions", {}, one.reactions.map((it) => el("span", {}, emoji(it.emoji), ` ${it.count}`))));
  }
  if (one.thread) {
    made.append(el("button.press", { type: "button", onclick: () => known.go(one.thread.id) }, "↳ ", one.thread.name));
  }
  if (one.edited_timestamp) made.append(el("span.quiet", {}, say("edited")));
  if (one.pinned) made.append(el("span.quiet", {}, say("pinned")));
  made.append(only(one, known) ?? "");
  return made;
}

function only(one, known) {
  return one.only_you ? el(".note", {}, say("only_you", { name: known.user(known.me) })) : null;
}

function collect(piece, shown) {
  for (const key of ["media", "file"]) if (piece[key]?.url) shown.add(piece[key].url);
  for (const inner of [...(piece.components ?? []), ...(piece.items ?? []), ...(piece.accessory ? [piece.accessory] : [])]) collect(inner, shown);
}

function boxed(embed, known, shown) {
  const made = el(".embed");
  if (embed.color !== undefined) made.style.borderLeftColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  if (embed.author) made.append(el(".quiet", {}, embed.author.name));
  if (embed.title) made.append(el("h4", { ariaLevel: "3" }, inline(embed.title, known)));
  if (embed.description) made.append(markdown(embed.description, known));
  if (embed.fields?.length) {
    made.append(el(".fields", {}, embed.fields.map((it) => el(it.inline ? "div.inline" : "div", {}, el("b", {}, it.name), markdown(it.value, known)))));
  }
  for (const key of ["image", "thumbnail"]) {
    if (!embed[key]?.url) continue;
    shown.add(embed[key].url);
    made.append(picture(embed[key].url, embed.title, embed[key].width && [embed[key].width, embed[key].height]));
  }
  if (embed.footer) made.append(el("footer", {}, embed.footer.text));
  return made;
}

function failure(one) {
  const made = article(one, `/${one.name}`);
  made.classList.add("only");
  made.append(el(".face", { style: "background:var(--red)", "aria-hidden": "true" }, "!"),
    el(".body", {}, el(".why", {}, `/${one.name}`), el("span.failed", {}, one.failure)));
  return made;
}

function pinned(one, known) {
  const made = article(one, known.user(one.author.id));
  made.append(el(".face", { "aria-hidden": "true" }, "^"),
    el(".body.quiet", {}, say("pinned_here", { name: known.user(one.author.id) })));
  return made;
}

// Discord's markdown as elements: blocks first, then what stands inside a line.

import { el, emoji } from "./dom.js";
import { say } from "./words.js";

const INLINE = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^``(.+?)``/s, (m) => el("code", {}, m[1].trim())],
  [/^`([^`]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*(.+?)\*\*\*/s, (m, k) => el("b", {}, el("i", {}, inline(m[1], k)))],
  [/^\*\*(.+?)\*\*/s, (m, k) => el("b", {}, inline(m[1], k))],
  [/^__(.+?)__/s, (m, k) => el("u", {}, inline(m[1], k))],
  [/^\*([^\s*](?:.*?[^\s*])?)\*/s, (m, k) => el("i", {}, inline(m[1], k))],
  [/^_([^_]+)_(?!\w)/s, (m, k) => el("i", {}, inline(m[1], k))],
  [/^~~(.+?)~~/s, (m, k) => el("s", {}, inline(m[1], k))],
  [/^\|\|(.+?)\|\|/s, (m, k) => spoiler(inline(m[1], k))],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m, k) => link(m[2], inline(m[1], k))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<>)\]]+/, (m) => link(m[0], m[0])],
  [/^<@!?(\d+)>/, (m, k) => mention(`@${k.user(m[1])}`, m[1] === k.me)],
  [/^<@&(\d+)>/, (m, k) => mention(`@${k.role(m[1])}`)],
  [/^<#(\d+)>/, (m, k) => el("button.mention", { type: "button", onclick: () => k.go(m[1]) }, `#${k.channel(m[1])}`)],
  [/^<\/([^:>]+):\d+>/, (m, k) => el("button.mention", { type: "button", onclick: () => k.type(`/${m[1]}`) }, `/${m[1]}`)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2])],
  [/^<a?:(\w+):(\d+)>/, (m) => emoji({ name: m[1], id: m[2] })],
  [/^@(everyone|here)\b/, (m) => mention(m[0])],
];

/** A whole text. */
export function markdown(text, known) {
  const out = el(".text");
  const parts = text.split(/```(?:([\w+-]*)\n)?([\s\S]*?)```/);
  for (let at = 0; at < parts.length; at += 3) {
    lines(out, parts[at], known);
    if (at + 2 < parts.length) out.append(el("pre", {}, el("code", {}, parts[at + 2].replace(/^\n|\n$/g, ""))));
  }
  return out;
}

function lines(out, text, known) {
  let list = null;
  const rows = text.replace(/^\n|\n$/g, "").split("\n");
  if (rows.length === 1 && rows[0] === "") return;
  rows.forEach((row, index) => {
    const item = row.match(/^\s*(?:[-*]|(\d+)\.)\s+(.*)$/);
    if (item) {
      list ??= out.appendChild(el(item[1] ? "ol" : "ul", item[1] ? { start: Number(item[1]) } : {}));
      list.append(el("li", {}, inline(item[2], known)));
      return;
    }
    list = null;
    const title = row.match(/^(#{1,3})\s+(.*)$/);
    const quote = row.match(/^>\s(.*)$/);
    const small = row.match(/^-#\s+(.*)$/);
    // For those who listen, headings of a message are all one level below that of its column.
    if (title) out.append(el(`h${title[1].length}`, { ariaLevel: "3" }, inline(title[2], known)));
    else if (quote) out.append(el("blockquote", {}, inline(quote[1], known)));
    else if (small) out.append(el(".sub", {}, inline(small[1], known)));
    else out.append(...inline(row, known), index < rows.length - 1 ? "\n" : "");
  });
}

/** What stands inside a line. */
export function inline(text, known) {
  const out = [];
  let plain = "";
  while (text) {
    let met = null;
    if (/[\\`*_~|[<@h]/.test(text[0])) {
      for (const [pattern, make] of INLINE) {
        const found = text.match(pattern);
        if (found) { met = [found[0].length, make(found, known)]; break; }
      }
    }
    if (met) {
      if (plain) out.push(plain);
      plain = "";
      out.push(...[met[1]].flat());
      text = text.slice(met[0]);
    } else {
      plain += text[0];
      text = text.slice(1);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function mention(text, mine = false) {
  return el(mine ? "span.mention.me" : "span.mention", {}, text);
}

function link(url, children) {
  return el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, children);
}

function spoiler(children) {
  const made = el("button.spoiler", { type: "button", ariaLabel: say("spoiler"), onclick: () => {
    made.classList.add("open");
    made.ariaLabel = null;
  } }, children);
  return made;
}

function moment(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  const whole = date.toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  return el("time", { title: whole, dateTime: date.toISOString() }, style === "R" ? ago(seconds) : shown(date, style));
}

function shown(date, style) {
  const styles = {
    t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  };
  return date.toLocaleString(document.documentElement.lang, styles[style]);
}

function ago(seconds) {
  const away = seconds - Date.now() / 1000;
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= size) return words.format(Math.round(away / size), unit);
  }
  return words.format(Math.round(away), "second");
}

// A column: one person, the channel that he looks at.

import { Composer } from "./composer.js";
import { el, menu, name } from "./dom.js";
import { form } from "./form.js";
import { Link } from "./link.js";
import { message } from "./message.js";
import { say } from "./words.js";

const NEW_PERSON = "+";
const FIRST = 60;
const PERSON = 2;

export class Column {
  constructor(person, channel, house) {
    this.house = house;
    this.person = person;
    this.channel = channel;
    this.place = null;
    this.messages = new Map();
    this.seen = new Map();
    this.known = this.knowledge();
    this.who = el("select.person", { ariaLabel: say("who"), onchange: () => this.become() });
    this.where = el("select.channel", { ariaLabel: say("channel"), onchange: () => this.go(this.where.value) });
    const close = el("button.close", { type: "button", title: say("close"), ariaLabel: say("close"), onclick: () => house.close(this) }, "✕");
    this.apps = el("span");
    this.offline = el(".offline", { hidden: true, role: "status" });
    this.topic = el(".topic", { hidden: true });
    this.log = el(".log", { role: "log", ariaLabel: say("messages"), tabIndex: 0 });
    this.composer = new Composer(this.known, (what) => this.ask(what));
    this.title = el("h2.unseen", {}, person);
    this.element = el("section.column", { id: name("column"), ariaLabel: person }, this.title,
      el("header", {}, this.who, this.where, this.apps, close),
      this.offline, this.topic, this.log, this.composer.element);
    this.link = new Link(
      () => ({ do: "be", name: this.person, channel: this.channel }),
      (heard) => this.hear(heard),
      (open) => this.state(open),
    );
  }

  /** What texts and parts need to know of the place. */
  knowledge() {
    const find = (list, id) => list?.find((one) => one.id === id)?.name;
    return {
      me: null,
      user: (id) => (id === this.place?.bot.id ? this.place.bot.name : find(this.place?.people, id)) ?? "somebody",
      role: (id) => find(this.place?.roles, id) ?? "role",
      channel: (id) => find(this.place?.channels, id) ?? "unknown",
      people: () => this.place?.people ?? [],
      roles: () => (this.place?.roles ?? []).filter((one) => one.name !== "@everyone"),
      channels: () => this.place?.channels ?? [],
      go: (id) => this.go(id),
      type: (text) => this.composer.type(text),
      menus: (kind) => (this.place?.commands ?? []).filter((one) => one.type === kind).map((one) => one.name),
      choose: (entry, target) => this.choose(entry, target),
    };
  }

  state(open) {
    const bot = this.place?.bot;
    this.offline.hidden = open && (!bot || bot.online);
    this.offline.textContent = open ? say("no_bot") : say("no_sandbox");
  }

  hear(heard) {
    if (heard.t === "place") this.settle(heard);
    if (heard.t === "messages") this.update(heard);
  }

  settle(place) {
    if (place.fresh) { this.messages.clear(); this.top = null; }
    this.place = place;
    this.known.me = place.me.id;
    this.person = place.me.name;
    this.channel = place.channel;
    this.element.ariaLabel = this.title.textContent = this.person;
    this.composer.set(place.commands, place.may_write);
    this.others();
    this.who.replaceChildren(
      ...place.people.map((one) => el("option", { value: one.name, selected: one.id === place.me.id }, one.name)),
      el("option", { value: NEW_PERSON }, say("new_person")),
    );
    this.list();
    const here = place.channels.find((one) => one.id === place.channel);
    this.topic.hidden = !here?.topic;
    this.topic.textContent = here?.topic ?? "";
    this.state(true);
    if (place.fresh || !this.messages.size) this.draw();
    this.house.changed();
  }

  list() {
    const here = this.channel;
    for (const one of this.place.channels) if (one.id === here) this.seen.set(one.id, one.pinged);
    const line = (one) => {
      const bell = BigInt(one.pinged) > BigInt(this.seen.get(one.id) ?? 0) ? ` ●${say("new_ping")}` : "";
      const sign = one.kind === 1 ? "@ " : one.parent && one.kind >= 10 && one.kind <= 12 ? "  ↳ " : one.kind === 15 ? "= " : "# ";
      return el("option", { value: one.id, selected: one.id === here, disabled: one.kind === 15 }, sign, one.name, one.tags.length ? ` [${one.tags.join(", ")}]` : "", one.archived ? say("archived") : "", bell);
    };
    this.where.replaceChildren(...this.place.channels.map(line));
  }

  /** Whether something rang elsewhere, or here while another column is in front. */
  get bell() {
    return this.place?.channels.some((one) => BigInt(one.pinged) > BigInt(this.seen.get(one.id) ?? 0)) ?? false;
  }

  update({ put, gone }) {
    const low = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80;
    gone.forEach((id) => this.messages.delete(id));
    put.forEach((one) => this.messages.set(one.id, one));
    this.draw(put, low || put.some((one) => one.only_you));
  }

  draw(changed = [], down = true) {
    const order = [...this.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    const old = new Map([...this.log.querySelectorAll(":scope > .message")].map((one) => [one.dataset.id, one]));
    const dirty = new Set(changed.map((one) => one.id));
    const from = this.log.scrollHeight - this.log.scrollTop, refocus = this.focused();
    const made = order.map((one, index) => {
      const kept = old.get(one.id);
      if (kept && !dirty.has(one.id) && !dirty.has(order[index - 1]?.id)) return kept;
      return message(one, order[index - 1], this.known, (part, values) => this.use(one, part, values));
    });
    this.put([this.head(order.length >= FIRST), ...made]);
    refocus();
    if (down) this.bottom();
    else this.log.scrollTop = this.log.scrollHeight - from;
  }

  /** What stands above the messages; it stays as long as it says the same. */
  head(long) {
    const key = long ? "older" : JSON.stringify([this.place?.channel, this.place?.shortcuts, this.place?.lessons]);
    if (this.top?.dataset.key !== key) {
      this.top = long ? el("button.older", { type: "button", onclick: () => this.link.tell({ do: "more" }) }, say("older")) : this.welcome();
      this.top.dataset.key = key;
    }
    return this.top;
  }

  /** Show these in the log. What is there already is not touched: it keeps the focus, and is not read out again. */
  put(elements) {
    const wanted = new Set(elements);
    for (const one of [...this.log.children]) if (!wanted.has(one)) one.remove();
    let at = this.log.firstElementChild;
    for (const one of elements) {
      if (one === at) at = at.nextElementSibling;
      else this.log.insertBefore(one, at);
    }
  }

  /** Afterwards gives the focus to what has taken the place of whatever had it: the same button, or its message. */
  focused() {
    const had = document.activeElement, message = had?.closest?.(".message");
    if (!message || !this.log.contains(message)) return () => {};
    const own = (one) => one.closest(".press, .choose")?.dataset.id, label = had.textContent;
    return () => {
      if (had.isConnected) return;
      const now = [...this.log.children].find((one) => one.dataset.id === message.dataset.id) ?? this.log;
      const all = [...now.querySelectorAll(".press:enabled, .choose > button:enabled")];
      const same = all.find((one) => own(one) === own(had)) ?? all.find((one) => one.textContent === label);
      (same ?? now).focus({ preventScroll: true });
    };
  }

  bottom() {
    this.log.scrollTop = this.log.scrollHeight;
    for (const image of this.log.querySelectorAll("img")) {
      image.addEventListener("load", () => { this.log.scrollTop = this.log.scrollHeight; }, { once: true });
    }
  }

  welcome() {
    const quick = (this.place?.shortcuts ?? []).map((title, number) => el("button", {
      type: "button", onclick: (event) => this.shortcut(event.target, number),
    }, title));
    const learn = this.place?.lessons;
    const lessons = learn ? el("button", { type: "button", onclick: () => this.learn(learn) }, say("learn")) : null;
    return el(".empty", {}, el("h3", {}, say("beginning", { channel: this.known.channel(this.channel) })),
      say("welcome"), lessons ? [el("p", {}, say("never_played")), lessons] : null,
      quick.length ? el("p", {}, say("against_robots")) : null, quick);
  }

  /** The first commands of a game, typed for a newcomer. */
  async shortcut(button, number) {
    button.disabled = true;
    button.textContent = say("opening");
    const done = await this.ask({ do: "shortcut", number });
    button.disabled = false;
    button.textContent = this.place.shortcuts[number] ?? "";
    if (done.error) this.composer.say_trouble(done.error);
    if (done.go) this.go(done.go);
  }

  /** The lessons for a newcomer, as if they had typed the command. */
  async learn(command) {
    const done = await this.ask({ do: "slash", command, options: {} });
    if (done.error) this.composer.say_trouble(done.error);
  }

  async ask(what) {
    const done = await this.link.ask(what);
    if (done.modal) this.open(done);
    return done;
  }

  async use(one, part, values) {
    const more = part.type === 2 ? { do: "press" } : { do: "select", values };
    const done = await this.ask({ ...more, message: one.id, custom_id: part.custom_id });
    if (done.error) this.composer.say_trouble(done.error);
  }

  /** What applications offer about each of the others. */
  others() {
    const entries = this.known.menus(PERSON);
    const people = this.place.people.filter((one) => one.id !== this.known.me);
    const all = people.flatMap((one) => entries.map((it) => [`${one.name}: ${it}`, () => this.choose(it, { person: one.id })]));
    this.apps.replaceChildren(...(all.length ? [menu(say("apps_people"), all)] : []));
  }

  async choose(entry, target) {
    const done = await this.ask({ do: "menu", entry, ...target });
    if (done.error) this.composer.say_trouble(done.error);
  }

  open({ modal, interaction }) {
    this.element.append(form(modal, this.known, (values) => this.ask({ do: "submit", interaction, values })));
  }

  go(id) {
    this.channel = id;
    this.link.tell({ do: "go", channel: id });
  }

  become() {
    let name = this.who.value;
    if (name === NEW_PERSON) name = prompt(say("new_name"))?.trim().slice(0, 32);
    if (!name) { this.settle({ ...this.place, fresh: false }); return; }
    this.person = name;
    this.seen.clear();
    this.link.tell({ do: "be", name, channel: this.channel });
  }

  leave() {
    this.link.close();
    this.element.remove();
  }
}

// Where one types: words, or `/` and a command with its options.

import { contents, el, name as nameFor } from "./dom.js";
import { say } from "./words.js";

const SUB = 1, GROUP = 2, STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, FILE = 11;

/** All commands as one types them, subcommands for themselves. */
export function leaves(commands) {
  const found = [];
  const walk = (path, one) => {
    const inner = (one.options ?? []).filter((it) => it.type === SUB || it.type === GROUP);
    if (inner.length) inner.forEach((it) => walk([...path, it.name], it));
    else found.push({ name: path.join(" "), description: one.description, options: one.options ?? [] });
  };
  commands.filter((one) => one.type === 1).forEach((one) => walk([one.name], one));
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

export class Composer {
  constructor(known, ask) {
    this.known = known;
    this.ask = ask;
    this.commands = [];
    this.command = null;
    this.fields = new Map();
    this.offers = [];
    this.at = 0;
    this.asked = 0;
    this.listed = el(".listed", { role: "listbox", id: nameFor("offers"), ariaLabel: say("offers") });
    this.about = el(".about");
    this.none = el(".none");
    this.text = el("textarea", { rows: 1, ariaLabel: say("message"), placeholder: say("write"), ...this.typing() });
    this.text.addEventListener("input", () => { this.grow(); this.offerCommands(); });
    this.text.addEventListener("keydown", (event) => this.key(event, () => this.say()));
    this.text.addEventListener("focus", () => this.offerCommands());
    this.filled = el(".filled", { hidden: true });
    this.offer = el(".offer", { hidden: true }, this.about, this.listed, this.none);
    this.status = el(".unseen", { role: "status" });
    this.trouble = el(".trouble", { hidden: true, role: "alert" });
    const send = el("button.send", { type: "button", title: say("send"), ariaLabel: say("send"), onclick: () => this.send() }, "➤");
    this.element = el(".composer", {}, this.status, this.offer, this.trouble, el(".line", {}, this.text, this.filled, send));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) setTimeout(() => this.element.contains(document.activeElement) || this.close(), 150);
    });
  }

  /** What a field in which one types says of the list of offers. */
  typing() {
    return { "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": this.listed.id };
  }

  set(commands, mayWrite) {
    this.commands = leaves(commands);
    this.text.placeholder = mayWrite ? say("write") : say("only_commands");
    // Somebody may have begun to type before the commands were known.
    if (!this.command && document.activeElement === this.text) this.offerCommands();
  }

  /** Type a text for the person, as when a command is clicked in a message. */
  type(text) {
    this.reset();
    this.text.value = text;
    this.text.focus();
    const exact = this.commands.find((one) => `/${one.name}` === text);
    if (exact) this.choose(exact);
    else this.offerCommands();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  // --- offers

  close() {
    this.offer.hidden = true;
    this.offers = [];
    this.status.textContent = "";
    this.mark();
  }

  show(offers, about, none) {
    this.offers = offers;
    this.at = 0;
    this.about.textContent = about ?? "";
    this.about.hidden = !about;
    this.none.textContent = none ?? "";
    this.none.hidden = Boolean(offers.length) || !none;
    this.listed.hidden = !offers.length;
    this.listed.replaceChildren(
      ...offers.map((one, index) => el("button", {
        type: "button", role: "option", tabIndex: -1, id: `${this.listed.id}-${index}`,
        onpointerdown: (event) => event.preventDefault(),
        onclick: () => { this.at = index; one.take(); },
      }, one.label, one.small ? el("small", {}, one.small) : null)),
    );
    this.status.textContent = offers.length ? say("offered", { about: about ?? "", number: offers.length }) : [about, none].filter(Boolean).join(" ");
    this.offer.hidden = !offers.length && !none && !about;
    this.mark();
  }

  mark() {
    const options = this.offer.hidden ? [] : [...this.listed.children];
    options.forEach((one, index) => {
      one.classList.toggle("on", index === this.at);
      one.ariaSelected = String(index === this.at);
      if (index === this.at) one.scrollIntoView({ block: "nearest" });
    });
    for (const field of [this.text, ...[...this.fields.values()].map((it) => it.input)]) {
      if (options.length && field === document.activeElement) field.setAttribute("aria-activedescendant", options[this.at].id);
      else field.removeAttribute("aria-activedescendant");
    }
  }

  key(event, enter) {
    if (event.isComposing) return;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.offers.length) {
      event.preventDefault();
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : this.offers.length - 1)) % this.offers.length;
      this.mark();
    } else if (event.key === "Escape") {
      this.offer.hidden ? this.reset() : this.close();
    } else if (event.key === "Tab" && this.offers.length && !event.shiftKey) {
      event.preventDefault();
      this.offers[this.at].take();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (this.offers.length && !this.offer.hidden) this.offers[this.at].take();
      else enter();
    }
  }

  offerCommands() {
    const text = this.text.value;
    if (!text.startsWith("/")) return this.close();
    const wanted = text.slice(1).toLowerCase().trimEnd();
    const starts = this.commands.filter((one) => one.name.startsWith(wanted));
    const rest = this.commands.filter((one) => !one.name.startsWith(wanted) && one.name.includes(wanted));
    const exact = this.commands.find((one) => one.name === wanted);
    if (exact && text.endsWith(" ")) return this.choose(exact);
    return this.show([...starts, ...rest].map((one) => ({
      label: `/${one.name}`, small: one.description, take: () => this.choose(one),
    })), null, say("no_command"));
  }

  // --- a command being filled in

  choose(command) {
    this.command = command;
    this.fields.clear();
    this.close();
    this.text.hidden = true;
    this.filled.hidden = false;
    this.say_trouble("");
    this.filled.replaceChildren(el("b", {}, `/${command.name}`));
    command.options.filter((one) => one.required).forEach((one) => this.add(one));
    this.offerMore();
    const first = [...this.fields.values()][0];
    if (first) first.input.focus();
    else this.filled.querySelector("button")?.focus() ?? this.element.querySelector(".send").focus();
    if (!command.options.length) this.show([], say("no_options", { name: command.name, about: command.description }));
  }

  offerMore() {
    this.filled.querySelectorAll(".optional").forEach((one) => one.remove());
    for (const option of this.command.options) {
      if (this.fields.has(option.name)) continue;
      this.filled.append(el("button.chip.optional", {
        type: "button", title: option.description, onclick: () => { this.add(option).input.focus(); this.offerMore(); },
        onkeydown: (event) => event.key === "Escape" && this.reset(),
      }, `+ ${option.name}`));
    }
  }

  add(option) {
    const input = el("input", {
      type: "text", autocomplete: "off", id: nameFor("option"), ariaDescription: option.description, spellcheck: false, ...this.typing(),
    });
    if (option.type === INTEGER || option.type === NUMBER) input.inputMode = "decimal";
    const field = { option, input, value: undefined };
    if (option.type === FILE) this.takeFile(field);
    field.chip = el(".chip", {}, el("label", { htmlFor: input.id }, option.name), input);
    input.addEventListener("input", () => { field.value = undefined; this.lacks(field, false); this.offerValues(field); });
    input.addEventListener("focus", () => { input.select(); this.offerValues(field); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && !input.value) {
        event.preventDefault();
        return option.required ? this.reset() : this.drop(field);
      }
      return this.key(event, () => this.onward(field));
    });
    this.fields.set(option.name, field);
    const firstOptional = this.filled.querySelector(".optional");
    this.filled.insertBefore(field.chip, firstOptional);
    return field;
  }

  /** Mark a field that must be filled in, also for those who do not see its colour. */
  lacks(field, lacking = true) {
    field.chip.classList.toggle("lacking", lacking);
    field.input.ariaInvalid = String(lacking);
    this.say_trouble(lacking ? say("needed", { name: field.option.name }) : "");
  }

  /** A file is chosen in the browser's own way. */
  takeFile(field) {
    const chooser = el("input", { type: "file", hidden: true, onchange: async () => {
      const file = chooser.files[0];
      if (!file) return;
      this.take(field, await contents(file), file.name);
    } });
    field.input.readOnly = true;
    field.input.placeholder = say("choose_file");
    field.input.addEventListener("click", () => chooser.click());
    this.element.append(chooser);
  }

  drop(field) {
    field.chip.remove();
    this.fields.delete(field.option.name);
    this.offerMore();
    ([...this.fields.values()].pop()?.input ?? this.filled.querySelector("button"))?.focus();
  }

  async offerValues(field) {
    const { option, input } = field;
    const about = option.description;
    const typed = field.value === undefined ? input.value.trim() : "";
    const fits = (label) => label.toLowerCase().includes(typed.toLowerCase());
    const offer = (list) => this.show(list.filter((it) => fits(it.name)).slice(0, 25).map((it) => ({
      label: it.name, take: () => this.take(field, it.value, it.name),
    })), about, list.length ? say("nothing_fits") : null);
    if (option.choices) return offer(option.choices);
    if (option.type === BOOLEAN) return offer([{ name: say("yes"), value: true }, { name: say("no"), value: false }]);
    const people = this.known.people().map((it) => ({ name: `@${it.name}`, value: it.id }));
    const roles = this.known.roles().map((it) => ({ name: `@${it.name}`, value: it.id }));
    if (option.type === USER) return offer(people);
    if (option.type === ROLE) return offer(roles);
    if (option.type === MENTIONABLE) return offer([...people, ...roles]);
    if (option.type === CHANNEL) return offer(this.known.channels().map((it) => ({ name: `#${it.name}`, value: it.id })));
    if (!option.autocomplete) return this.show([], about);
    // What was offered for another text is not what Enter means now.
    this.show([], about);
    const mine = ++this.asked;
    const done = await this.ask({
      do: "autocomplete", command: this.command.name, focus: option.name, text: typed, options: this.values(field),
    });
    if (mine !== this.asked || document.activeElement !== input) return null;
    return this.show((done.choices ?? []).map((it) => ({
      label: it.name, take: () => this.take(field, it.value, it.name),
    })), about, done.error ?? say("no_match"));
  }

  take(field, value, name) {
    field.value = value;
    field.input.value = name;
    this.asked++;
    this.close();
    this.onward(field);
  }

  /** To the next field that is empty; when all is there, the next Enter sends. */
  onward(field) {
    const lacking = [...this.fields.values()].find((it) => it !== field && it.input.value === "");
    if (lacking) return lacking.input.focus();
    if (field.input.value === "") { this.lacks(field); return null; }
    if (field.sure) return this.send();
    field.sure = true;
    this.show([], say("again"));
    return null;
  }

  values(but = null) {
    const found = {};
    for (const [name, field] of this.fields) {
      const value = field.value ?? field.input.value.trim();
      if (field !== but && value !== "") found[name] = value;
    }
    return found;
  }

  // --- sending

  async send() {
    if (!this.command) return this.text.value.startsWith("/") && this.offers.length ? this.offers[this.at].take() : this.say();
    const lacking = [...this.fields.values()].filter((it) => it.option.required && it.input.value.trim() === "");
    if (lacking.length) {
      lacking.toReversed().forEach((it) => this.lacks(it));
      return lacking[0].input.focus();
    }
    const asked = { do: "slash", command: this.command.name, options: this.values() };
    const kept = this.command, shown = [...this.fields.values()].map((it) => [it.option, it.value, it.input.value]);
    this.reset();
    this.text.focus();
    const done = await this.ask(asked);
    if (!done.error) return null;
    if (!this.command && !this.text.value) this.again(kept, shown);
    return this.say_trouble(done.error);
  }

  /** What was refused is put back, so that nothing must be typed twice. */
  again(command, shown) {
    this.choose(command);
    for (const [option, value, text] of shown) {
      const field = this.fields.get(option.name) ?? this.add(option);
      field.value = value;
      field.input.value = text;
    }
    this.offerMore();
  }

  async say() {
    const text = this.text.value.trim();
    if (!text || text.startsWith("/")) return;
    this.text.value = "";
    this.grow();
    const done = await this.ask({ do: "say", text });
    if (done.error) { this.text.value = text; this.say_trouble(done.error); }
  }

  say_trouble(text) {
    this.trouble.hidden = !text;
    this.trouble.replaceChildren(text, text ? el("button", { type: "button", ariaLabel: say("dismiss"), onclick: () => this.say_trouble("") }, "✕") : "");
  }

  reset() {
    this.command = null;
    this.fields.clear();
    this.filled.hidden = true;
    this.text.hidden = false;
    this.text.value = "";
    this.grow();
    this.say_trouble("");
    this.close();
  }
}

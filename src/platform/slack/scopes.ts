/** The scopes of the bot's token that our calls and commands need, and what is off without each. */
export const SCOPES = {
  "chat:write": "cards, instructions and answers",
  commands: "the slash command and the message shortcut",
  "users:read": "finding out who people are, so nothing is approved or sent",
  "channels:read": "looking at public channels, so messages may go to people instead",
  "groups:read": "looking at private channels, so messages may go to people instead",
  "im:read": "answers in direct messages",
  "im:write": "direct messages, for example of instructions",
  "files:write": "lists and audits as files",
  "im:history": "answering what people write to the app",
} as const;

import pino, { type Logger } from "pino";

/** One line a fault on stderr; requests are not logged one by one. */
export const createLog = (): Logger => pino({ level: "warn" }, pino.destination(2));

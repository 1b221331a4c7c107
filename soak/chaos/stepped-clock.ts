import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded with --import before a server: steps the wall clock of its process by the milliseconds in the file that
// CLOCK_FILE names, as chrony or a person would step a machine's clock. As after a real step, timers and
// performance.now() are not affected.
const file = process.env.CLOCK_FILE ?? "";
const READ_INTERVAL_MS = 50;
const RealDate = Date;
let offset = 0;

globalThis.Date = new Proxy(RealDate, {
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget),
	apply: () => new RealDate(RealDate.now() + offset).toString(),
	get: (target, name, receiver) =>
		name === "now" ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
});

const readOffset = () => {
	const next = Number(readFileSync(file, "utf8"));
	if (next === offset) return;
	offset = next;
	if (isMainThread) writeFileSync(`${file}-applied`, String(offset));
};
readOffset();
setInterval(readOffset, READ_INTERVAL_MS).unref();

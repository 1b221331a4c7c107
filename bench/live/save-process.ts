// Forked by publication.ts: saves one team after another over HTTP until it gets a message, and then sends the longest wait
// in milliseconds.
import { measureMs } from "../measure.ts";

const [port = "", teams = ""] = process.argv.slice(2);
let isOver = false;
process.once("message", () => {
	isOver = true;
});

let longestWaitMs = 0;
for (let turn = 0; !isOver; turn++) {
	const url = `http://127.0.0.1:${port}/${1 + (turn % Number(teams))}`;
	const wait = await measureMs(async () => {
		const { ok, status } = await fetch(url, { method: "POST" });
		if (!ok) throw new Error(`A save was answered with ${status}`);
	});
	longestWaitMs = Math.max(longestWaitMs, wait);
	if (turn === 0) process.send?.("started");
}
process.send?.(longestWaitMs);
process.disconnect?.();

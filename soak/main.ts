// npm run soak [-- --rounds 12 --faults 300 --kills 20 --teams 200 --seed 1 --publications 3000]: a season told by a feed
// that goes wrong, to a server that is killed, beside the same season undisturbed: both must end the same, byte for byte.
// Then a page stays open for 3,000 publications: page and server must not grow. About ten minutes on two quiet cores.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createScratchDatabase } from "../apps/server/db/scratch.ts";
import { playSeason, type SoakOptions, type SoakResult } from "./play.ts";

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: "1" },
		rounds: { type: "string", default: "12" },
		teams: { type: "string", default: "200" },
		faults: { type: "string", default: "300" },
		kills: { type: "string", default: "20" },
		moments: { type: "string", default: "5" },
		publications: { type: "string", default: "3000" },
	},
});
const LONG_DAY = fileURLToPath(new URL("../e2e/match-day/long-day.ts", import.meta.url));
const wanted = {
	seed: Number(values.seed),
	rounds: Number(values.rounds),
	teams: Number(values.teams),
	faults: Number(values.faults),
	kills: Number(values.kills),
	moments: Number(values.moments),
};

const start = performance.now();
const elapsed = () => `${Math.round((performance.now() - start) / 1_000)} s`;

async function play(name: string, options: SoakOptions): Promise<SoakResult> {
	const database = await createScratchDatabase();
	try {
		const tell = (line: string) => console.log(`  ${elapsed()}  ${name}  ${line}`);
		const result = await playSeason(database, { ...options, tell });
		console.log(`${name}: over after ${elapsed()}`);
		return result;
	} finally {
		await database.close();
	}
}

/** A page that stays open while a match day is published 3,000 times, and the server that publishes it. */
async function staysSmall(): Promise<boolean> {
	if (values.publications === "0") return true;
	const child = spawn(process.execPath, [LONG_DAY, values.publications], { stdio: "inherit" });
	const [code] = await once(child, "close");
	return code === 0;
}
const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([what, count]) => `${count} ${what}`).join(", ");

console.log(
	`${wanted.rounds} rounds, ${wanted.teams} teams: undisturbed, and with ${wanted.faults} faults and ${wanted.kills} kills`,
);
// Both mostly wait for the step that comes once a second: side by side they take as long as one.
// The one that goes on is waited for when the other fails: each stops its own servers.
const played = await Promise.allSettled([
	play("Undisturbed", { ...wanted, faults: 0, kills: 0 }),
	play("Disturbed", wanted),
]);
const [clean, disturbed] = played.map((each) => {
	if (each.status === "rejected") throw each.reason;
	return each.value;
});
if (!clean || !disturbed) throw new Error("Not played");
const faults = [...disturbed.faults.values()].reduce((sum, count) => sum + count, 0);
console.log(`Faults: ${list(disturbed.faults)}`);
console.log(`Payloads: ${list(disturbed.verdicts)}; undisturbed ${list(clean.verdicts)}`);
const isSame = clean.outcome === disturbed.outcome;
console.log(
	`${faults} faults, ${disturbed.kills} kills: ${isSame ? "the same standings, prices, stats, results and ladders, byte for byte" : "DIFFERENT"} (${clean.outcome.length} bytes)`,
);
if (!isSame) {
	const other = new Set(disturbed.outcome.split("\n"));
	for (const line of clean.outcome
		.split("\n")
		.filter((each) => !other.has(each))
		.slice(0, 10))
		console.log(`  ${line}`);
}
const isWhole = faults === wanted.faults && disturbed.kills === wanted.kills;
const isSmall = await staysSmall();
console.log(
	isSame && isWhole && isSmall ? `Soaked: all well after ${elapsed()}` : `Soaked: NOT WELL after ${elapsed()}`,
);
process.exitCode = isSame && isWhole && isSmall ? 0 : 1;

// npm run bench [NAME]…: measures, prints each result beside its floor, and fails if a goal is missed.
import { isMet } from "./measure.ts";
import { findBenches } from "./registry.ts";
import { keepResults, tableOf } from "./report.ts";

const benches = await findBenches();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
	console.error(`No bench named ${unknown.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}`);
	process.exit(2);
}

let missed = 0;
for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
	console.log(`\n${bench.title}\n`);
	const comparisons = await bench.run((line) => console.log(line));
	console.log(`\n${tableOf(comparisons)}\n`);
	console.log(`Kept in ${await keepResults(bench.name, comparisons)}`);
	missed += comparisons.filter((comparison) => isMet(comparison) === false).length;
}
if (missed > 0) console.log(`\n${missed} ${missed === 1 ? "goal" : "goals"} missed`);
process.exitCode = missed > 0 ? 1 : 0;

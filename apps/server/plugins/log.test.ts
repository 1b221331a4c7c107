import { expect, test } from "vitest";
import { createLog } from "./log.ts";

const withCode = (message: string, code: string, more: object = {}) =>
	Object.assign(new Error(message), { code, ...more });

function logAt() {
	const lines: { readonly msg: string; readonly err?: { readonly detail?: string; readonly stack?: string } }[] = [];
	let now = 0;
	const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) }, () => now);
	return { log, lines, pass: (milliseconds: number) => (now += milliseconds) };
}

test("an outage is one line a minute without a stack, however many requests and jobs run into it", () => {
	const { log, lines, pass } = logAt();
	const child = log.child({ reqId: "1" });
	const refused = withCode("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED");
	const full = withCode("could not extend file", "53100");
	for (let second = 0; second < 120; second++) {
		log.error(second % 2 === 0 ? refused : new Error("Connection terminated unexpectedly"));
		child.error({ err: refused, url: "/api/en/user" }, "request failed");
		child.error({ err: new Error("Cannot write file", { cause: full }) }, "request failed");
		pass(1_000);
	}
	expect(lines.map(({ msg }) => msg)).toEqual([
		"The database does not answer: connect ECONNREFUSED 127.0.0.1:1",
		"There is no storage left: Cannot write file",
		"The database does not answer: connect ECONNREFUSED 127.0.0.1:1",
		"There is no storage left: Cannot write file",
	]);
	expect(lines.map(({ err }) => err)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a fault of the program is logged with its stack each time, without the values of a row that PostgreSQL repeats", () => {
	const { log, lines } = logAt();
	const detail = "Key (lower(email))=(mo@example.test) already exists.";
	const taken = withCode("duplicate key value violates unique constraint", "23505", { detail, where: detail });
	log.error(taken);
	log.error({ err: taken }, "request failed");
	expect(lines.map(({ err }) => err?.stack?.split("\n")[0])).toEqual([
		`Error: ${taken.message}`,
		`Error: ${taken.message}`,
	]);
	expect(JSON.stringify(lines)).not.toContain("@");
});

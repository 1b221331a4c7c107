import { expect, test } from "vitest";
import { UnconfirmedCommitError } from "../db/servers/unconfirmed-commits.ts";
import { createLog } from "./log.ts";
import { refuse } from "./refusal.ts";

const createError = (message: string, code: string, properties: object = {}) =>
	Object.assign(new Error(message), { code, ...properties });

function createTestLog() {
	const lines: { readonly msg: string; readonly err?: { readonly detail?: string; readonly stack?: string } }[] = [];
	let now = 0;
	const log = createLog({ destination: { write: (line) => void lines.push(JSON.parse(line)) }, now: () => now });
	return { log, lines, pass: (milliseconds: number) => (now += milliseconds) };
}

test("an outage is logged once a minute without a stack", () => {
	const { log, lines, pass } = createTestLog();
	const child = log.child({ reqId: "1" });
	const refused = createError("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED");
	const full = createError("could not extend file", "53100");
	const outOfFiles = createError("connect EMFILE 127.0.0.1:5432", "EMFILE");
	for (let second = 0; second < 120; second++) {
		log.error(second % 2 === 0 ? refused : new Error("Connection terminated unexpectedly"));
		child.error({ err: refused, url: "/api/en/user" }, "request failed");
		child.error({ err: new Error("Cannot write file", { cause: full }) }, "request failed");
		child.error({ err: outOfFiles }, "request failed");
		pass(1_000);
	}
	const minute = [
		"The database does not answer: connect ECONNREFUSED 127.0.0.1:1",
		"There is no storage left: Cannot write file",
		"Too many files or connections are open: connect EMFILE 127.0.0.1:5432",
	];
	expect(lines.map(({ msg }) => msg)).toEqual([...minute, ...minute]);
	expect(lines.filter(({ err }) => err !== undefined)).toEqual([]);
});

test("refusals and unconfirmed commits are logged once a minute each", () => {
	const { log, lines, pass } = createTestLog();
	for (let second = 0; second < 120; second++) {
		log.error({ err: refuse(503, "busy") }, "request failed");
		log.error({ err: new UnconfirmedCommitError() }, "request failed");
		pass(1_000);
	}
	const minute = [
		"Requests are refused for now: busy",
		"Changes are not acknowledged: The synchronous standby did not confirm the commit",
	];
	expect(lines.map(({ msg }) => msg)).toEqual([...minute, ...minute]);
	expect(lines.map(({ err }) => err)).toEqual([undefined, undefined, undefined, undefined]);
});

test("an unexpected error is logged with stack, without row values", () => {
	const { log, lines } = createTestLog();
	const detail = "Key (lower(email))=(mo@example.test) already exists.";
	const duplicate = createError("duplicate key value violates unique constraint", "23505", { detail, where: detail });
	log.error(duplicate);
	log.error({ err: duplicate }, "request failed");
	expect(lines.map(({ err }) => err?.stack?.split("\n")[0])).toEqual([
		`Error: ${duplicate.message}`,
		`Error: ${duplicate.message}`,
	]);
	expect(JSON.stringify(lines)).not.toContain("@");
});

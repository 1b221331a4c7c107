import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";

const MONITORING = path.resolve(import.meta.dirname, "../../deploy/monitoring");
const folder = mkdtempSync(path.join(tmpdir(), "monitoring-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string): string => readFileSync(path.join(MONITORING, file), "utf8");

/** Runs Debian's promtool, which comes with Prometheus. */
function runPromtool(...args: readonly string[]) {
	const { status, stdout, stderr, error } = spawnSync("promtool", args, { cwd: MONITORING, encoding: "utf8" });
	return { status, output: error ? error.message : stdout + stderr };
}

interface Rules {
	readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}
interface RuleTests {
	readonly tests: readonly {
		readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: [] }[];
	}[];
}

test("Prometheus reads the alert rules, which fire as tested [D2.9.142]", () => {
	expect(runPromtool("check", "rules", "alerts.yaml")).toMatchObject({
		status: 0,
		output: expect.stringContaining("8 rules found"),
	});
	expect(runPromtool("test", "rules", "rule-tests.yaml")).toMatchObject({
		status: 0,
		output: expect.stringContaining("SUCCESS"),
	});
});

test("each alert has tests in which it does and doesn't fire [D2.9.142]", () => {
	const { groups }: Rules = parse(read("alerts.yaml"));
	const { tests }: RuleTests = parse(read("rule-tests.yaml"));
	const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
	const cases = tests.flatMap((ruleTest) => ruleTest.alert_rule_test);
	const listTested = (fires: boolean) =>
		new Set(cases.filter((alertCase) => alertCase.exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
	expect(alerts).toHaveLength(8);
	expect(alerts.filter((alert) => !listTested(true).has(alert))).toEqual([]);
	expect(alerts.filter((alert) => !listTested(false).has(alert))).toEqual([]);
});

test("Prometheus accepts the configuration that docs/operating/monitor.md gives", () => {
	const guide = readFileSync(path.resolve(MONITORING, "../../docs/operating/monitor.md"), "utf8");
	const [block = ""] = /^ {4}scrape_configs:\n(?: {4}.*\n)+/m.exec(guide) ?? [];
	const file = path.join(folder, "prometheus.yaml");
	writeFileSync(file, block.replaceAll(/^ {4}/gm, ""));
	expect(runPromtool("check", "config", "--syntax-only", file)).toMatchObject({ status: 0 });
	expect(parse(readFileSync(file, "utf8")).scrape_configs).toMatchObject([{ job_name: "first-bounce" }]);
});

/** Lists every value of a key `expr`, at any depth. */
const listQueries = (value: unknown): string[] =>
	typeof value !== "object" || value === null
		? []
		: Object.entries(value).flatMap(([key, nested]) =>
				key === "expr" && typeof nested === "string" ? [nested] : listQueries(nested),
			);

test("Prometheus can parse every query of the dashboard [D2.9.142]", () => {
	const queries = listQueries(JSON.parse(read("dashboard.json")));
	expect(queries).toHaveLength(25);
	const check = (expressions: readonly string[]) => {
		const rules = expressions.map((expr, index) => ({ record: `query:${index}`, expr }));
		writeFileSync(path.join(folder, "queries.yaml"), stringify({ groups: [{ name: "dashboard", rules }] }));
		return runPromtool("check", "rules", path.join(folder, "queries.yaml"));
	};
	expect(check(queries)).toMatchObject({ status: 0 });
	expect(check(["sum by (status) rate(first_bounce_requests_total[5m])"]).status).toBe(1);
});

test("the dashboard shows drafts, their picks and the leader's look [D2.9.495]", () => {
	expect(listQueries(JSON.parse(read("dashboard.json")))).toEqual(
		expect.arrayContaining([
			"max by (state) (first_bounce_drafts)",
			"max(first_bounce_draft_tick_lag_seconds)",
			"max by (by) (first_bounce_draft_picks)",
		]),
	);
});

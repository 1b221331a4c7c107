import { Command } from "commander";
import { runChecks } from "../features/operator/doctor/run-checks.ts";
import { formatCount } from "../i18n/format-count.ts";
import { hasDatabase } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output/output.ts";

const LABELS = { ok: "ok", warning: "warning", broken: "BROKEN" } as const;

/** Creates the command that checks an installation. */
export const createDoctorCommand = (): Command =>
	new Command("doctor")
		.description("check this installation, and say what to do; changes nothing, and prints no personal data")
		.addHelpText("after", "\nExit code 1 if something is broken.\n\nExample:\n  npm run -s fb -- doctor")
		.action(async () => {
			const findings = await runChecks({ env: process.env, wallNow: Date.now, hasDatabase });
			for (const { check, state, text, advice } of findings) {
				print(`${LABELS[state].padEnd(9)}${check}: ${text}`);
				if (advice) print(`${"".padEnd(9)}${advice}`);
			}
			const count = findings.filter(({ state }) => state === "broken").length;
			if (count > 0) throw new CommandRefusedError(`${formatCount(count, "check")} found something broken.`);
		});

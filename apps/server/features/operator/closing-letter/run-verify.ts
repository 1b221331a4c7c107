import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { RoundId } from "@first-bounce/rules/ids";
import type { VerificationResult } from "./queries.ts";

const CLI = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));
const TIMEOUT_MS = 10 * MINUTE_MS;
const MAX_OUTPUT_BYTES = 4 << 20;
/** How many findings of a verification are stored. */
export const MAX_FINDINGS = 50;

const listLines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

export interface VerifyOptions {
	/** Ends the verification. */
	readonly signal?: AbortSignal | undefined;
	readonly cli?: string;
	/** The priority of the process, as `os.setPriority` takes it; low by default. */
	readonly priority?: number;
}

/**
 * Runs `fb verify` in a process of its own with low priority, because it replays the whole season (decision 077). Resolves
 * once that process has ended, so that it no longer uses the database.
 */
export const runVerify = (
	roundId: RoundId,
	{ signal, cli = CLI, priority = constants.priority.PRIORITY_LOW }: VerifyOptions = {},
): Promise<VerificationResult> =>
	new Promise((resolve) => {
		const args = [...process.execArgv, cli, "verify", "--round", String(roundId)];
		const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, env: process.env };
		const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
			if (!error) return resolve({ state: "passed", findings: [] });
			// With exit code 1, `fb verify` has printed the differences.
			const differences = listLines(stdout);
			if (error.code === 1 && differences.length > 0)
				return resolve({ state: "differs", findings: differences.slice(0, MAX_FINDINGS) });
			resolve({ state: "failed", findings: [listLines(stderr).at(-1) ?? error.message] });
		});
		const stop = () => child.kill();
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop);
		child.once("exit", () => signal?.removeEventListener("abort", stop));
		try {
			if (child.pid !== undefined) setPriority(child.pid, priority);
		} catch {
			// The process has already ended.
		}
	});

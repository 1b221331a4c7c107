import { DAY_MS, HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Db } from "../../../db/tables/tables.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import { claimReleaseCheck, saveRelease, saveReleaseProblem } from "./queries.ts";
import { readNewestRelease } from "./read-releases.ts";

interface ReleaseServices {
	readonly db: Db;
	readonly wallNow: () => number;
	readonly isLeader: () => boolean;
	/** The address of the list of releases. */
	readonly feed: string;
}

/** Reads the releases once a day; if that fails, every hour. Failures are kept for `fb doctor`, and disturb nobody. */
export function createReleaseRunner(
	{ db, wallNow, isLeader, feed }: ReleaseServices,
	onError: (error: unknown) => void,
): Runner {
	const step = async () => {
		if (!isLeader() || !(await claimReleaseCheck(db, wallNow(), HOUR_MS))) return;
		try {
			await saveRelease(db, await readNewestRelease(feed), new Date(wallNow() + DAY_MS));
		} catch (error) {
			const { message, cause } = error as Error;
			await saveReleaseProblem(db, cause instanceof Error && message === "fetch failed" ? cause.message : message);
		}
	};
	return createRunner(step, onError, MINUTE_MS);
}

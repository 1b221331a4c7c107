import type { RoundId } from "@first-bounce/rules/ids";
import { formatCount } from "../../i18n/format-count.ts";
import { formatDuration } from "./duration.ts";
import type { FaultLevel } from "./faults.ts";
import type { SeasonEvents } from "./queries.ts";

export interface RehearsedFault {
	readonly roundId: RoundId;
	/** The injected fault. */
	readonly fault: string;
	/** How the fault was handled; null if it was not handled as expected. */
	readonly outcome: string | null;
}

/** The result of a rehearsal. */
export interface RehearsalReport {
	readonly season: string;
	readonly faultLevel: FaultLevel;
	readonly seed: number;
	readonly rounds: readonly RoundId[];
	readonly matches: number;
	readonly teams: number;
	readonly faults: readonly RehearsedFault[];
	readonly events: SeasonEvents;
	/** Differences between the published rounds and their recomputation from the stored payloads. */
	readonly differences: readonly string[];
	/** Other problems. */
	readonly problems: readonly string[];
	readonly seconds: number;
	/** See `hasPassed`. */
	readonly hasPassed: boolean;
}

/** Whether every round was published, every fault was handled, and the recomputation has no differences. */
export const hasPassed = ({
	rounds,
	faults,
	differences,
	problems,
}: Pick<RehearsalReport, "rounds" | "faults" | "differences" | "problems">): boolean =>
	rounds.length > 0 &&
	problems.length === 0 &&
	differences.length === 0 &&
	faults.every(({ outcome }) => outcome !== null);

const MAX_SHOWN_DIFFERENCES = 20;

/** Formats a report as lines for the terminal. */
export function formatRehearsalReport(report: RehearsalReport): string[] {
	const { season, rounds, matches, teams, faults, events, differences, problems, seconds } = report;
	const handledCount = faults.filter(({ outcome }) => outcome !== null).length;
	return [
		"",
		`${season}: ${formatCount(rounds.length, "round")} and ${formatCount(matches, "match", "matches")} played by ${formatCount(teams, "team")} in ${formatDuration(seconds * 1_000)}`,
		`Faults: ${faults.length} injected (${report.faultLevel}, seed ${report.seed}), ${handledCount} handled`,
		...faults.map(({ roundId, fault, outcome }) => `  round ${roundId}: ${fault}: ${outcome ?? "NOT HANDLED"}`),
		`Payloads: ${events.payloads}, of which ${events.quarantined} were put in quarantine`,
		`Stat lines held back: ${events.faultyLines}; late corrections: ${formatCount(events.lateLines, "line")}; holds: ${events.holds}`,
		differences.length === 0
			? `Verification: every round recomputed from the stored payloads, no difference`
			: `Verification: ${formatCount(differences.length, "difference")}`,
		...differences.slice(0, MAX_SHOWN_DIFFERENCES).map((difference) => `  ${difference}`),
		...problems.map((problem) => `Problem: ${problem}`),
		report.hasPassed ? "Passed." : "Failed.",
	];
}

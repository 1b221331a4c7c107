import { DAY_MS } from "../durations.ts";
import type { PlayerId, RoundId, SeasonTime, TeamId } from "../ids.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import { getOpenRoundId, getWaiversStart, listComingRuns, type RunKey, type WaiverSchedule } from "./waiver-runs.ts";

export const WAIVER_REASONS = ["dropped", "taken-back", "undrafted", "before-run", "locked", "new"] as const;
type WaiverReason = (typeof WAIVER_REASONS)[number];

/** A player who is added and dropped within this time, and was not locked meanwhile, is a free agent again at once. */
const SHORT_STAY_MS = DAY_MS;

/** A run that has happened. */
export interface PastRun extends RunKey {
	readonly ranAt: SeasonTime;
}

/** How a player left her last team: when and how she had joined it, and when she left. */
export interface Departure {
	readonly playerId: PlayerId;
	readonly teamId: TeamId;
	/** Whether an undo or a correction took her away, rather than a decision of her team. */
	readonly isTakenBack: boolean;
	/** The team of the manager who undid or corrected; null for the server, the operator and a manager without a team. */
	readonly byTeamId: TeamId | null;
	readonly wasAdded: boolean;
	readonly cameAt: SeasonTime;
	readonly cameInRoundId: RoundId;
	readonly leftAt: SeasonTime;
	readonly leftInRoundId: RoundId;
}

export interface UnownedState {
	readonly state: "free" | "waivers";
	/** When the next run is due; null for a free player, and before the round is published. */
	readonly until: SeasonTime | null;
	readonly reason: WaiverReason | null;
	/** The team that may not claim her in the next run; null if there is none. */
	readonly barredTeamId: TeamId | null;
}

const isShortStay = ({ isTakenBack, wasAdded, cameAt, cameInRoundId, leftAt, leftInRoundId }: Departure): boolean =>
	!isTakenBack && wasAdded && cameInRoundId === leftInRoundId && leftAt - cameAt <= SHORT_STAY_MS;

/**
 * Creates a lookup of the states of players whom nobody owns (docs/game-rules.md#free-agents): free, or on waivers until the next
 * run. A state depends on how the player left her team, the fixture, and the runs that have happened.
 *
 * @param runs the runs that have happened, in order
 * @param departures of players whom nobody owns now
 */
export function createStateLookup({
	schedule,
	runs,
	departures,
	isLocked,
}: {
	readonly schedule: WaiverSchedule;
	readonly runs: readonly PastRun[];
	readonly departures: readonly Departure[];
	readonly isLocked: LockCheck;
}): (player: { readonly id: PlayerId; readonly fromRound: RoundId }) => UnownedState {
	const roundId = getOpenRoundId(schedule);
	const until = listComingRuns(schedule, runs)[0]?.dueAt ?? null;
	const lastRanAt = runs.at(-1)?.ranAt ?? -Infinity;
	const firstRoundId = schedule.rounds[0]?.id ?? 1;
	const hasOpened = getWaiversStart(schedule) !== null;
	const ranInRound = runs.filter((run) => run.roundId === roundId).map(({ run }) => run);
	const isBeforeRun = ranInRound.length === 0 && (hasOpened || runs.length === 0);
	const byPlayer = new Map(departures.map((departure) => [departure.playerId, departure]));
	return ({ id, fromRound }) => {
		const departure = byPlayer.get(id);
		const hasJustLeft = departure !== undefined && departure.leftAt >= lastRanAt && !isShortStay(departure);
		const isNew = fromRound === roundId && roundId !== firstRoundId && !ranInRound.includes("second");
		// The team that took a player back from another by an undo or a correction may not claim her; the team that lost her may.
		const barredTeamId = hasJustLeft ? (departure.isTakenBack ? departure.byTeamId : departure.teamId) : null;
		const wait = (reason: WaiverReason): UnownedState => ({ state: "waivers", until, reason, barredTeamId });
		if (hasJustLeft) return wait(departure.isTakenBack ? "taken-back" : "dropped");
		if (isNew) return wait("new");
		if (isBeforeRun) return wait(runs.length === 0 ? "undrafted" : "before-run");
		if (isLocked(id)) return wait("locked");
		return { state: "free", until: null, reason: null, barredTeamId };
	};
}

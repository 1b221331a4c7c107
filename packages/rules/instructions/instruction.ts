import { MINUTE_MS } from "../durations.ts";
import type { PlayerId, Points, SeasonTime } from "../ids.ts";
import type { Player } from "../player.ts";
import type { Availability } from "../projections/forecast.ts";
import { getSquadStartTime, type Round } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const REPLACEMENT_KINDS = ["trade", "swap", "emergency"] as const;
/** How a replacement comes in: by a trade, from the bench, or as an emergency who covers from the bench. */
export type ReplacementKind = (typeof REPLACEMENT_KINDS)[number];

/**
 * What a manager wants to happen if a player is named out (docs/game-rules.md#instructions-for-a-player-who-is-out) or, in a
 * loop, if the vice captain scores enough (docs/game-rules.md#a-loop-written-beforehand).
 */
export interface Instruction {
	/** The player who may be out; in a loop, the vice captain. */
	readonly playerId: PlayerId;
	readonly replacement: { readonly kind: ReplacementKind; readonly playerId: PlayerId } | null;
	/** Who becomes captain if the player who is out has the role; null for no change of captain. In a loop, who will not play. */
	readonly captainId: PlayerId | null;
	/** Makes it a loop: the points from which `captainId` becomes captain. It has no replacement then. */
	readonly minimumScore?: Points | null;
}

/** An instruction that makes somebody captain who will not play, so that the vice captain's points double. */
export type Loop = Instruction & { readonly captainId: PlayerId; readonly minimumScore: Points };

export const isLoop = (instruction: Instruction): instruction is Loop =>
	typeof instruction.minimumScore === "number" && instruction.captainId !== null;

/**
 * Why an instruction runs: the club's team was announced without the player, her match is about to start or, in a loop, the
 * vice captain's match is complete.
 */
export const INSTRUCTION_TRIGGERS = ["team-announced", "before-match", "match-complete"] as const;
export type InstructionTrigger = (typeof INSTRUCTION_TRIGGERS)[number];

interface InstructionContext {
	readonly round: Round;
	readonly rules: Pick<SeasonRules, "instructions">;
	readonly now: SeasonTime;
	readonly isTeamAnnounced: boolean;
}

/** Whether a player is reported out of a round: injured, left out or only an emergency of her club. */
const isOut = ({ selection, status }: Availability): boolean =>
	status === "injured" || status === "emergency" || (selection === "left-out" && status === "not-playing");

/**
 * Why a player's instructions run now; null if they do not. They run as soon as her club has announced its team and she
 * is reported out. Shortly before her match they also run if she is reported out and no team is announced, or if she is
 * missing from the team without a report. In a round in which she has a bye they do not run.
 */
export function findInstructionTrigger(
	{ squadId, availability }: Pick<Player, "squadId"> & { readonly availability: Availability },
	{ round, rules, now, isTeamAnnounced }: InstructionContext,
): InstructionTrigger | null {
	const start = getSquadStartTime(squadId, round);
	if (!rules.instructions.isAllowed || round.status === "complete" || !Number.isFinite(start)) return null;
	if (now >= start - rules.instructions.minutesBefore * MINUTE_MS)
		return isOut(availability) || availability.selection === "left-out" ? "before-match" : null;
	return isTeamAnnounced && isOut(availability) ? "team-announced" : null;
}

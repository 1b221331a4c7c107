import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import { playerAt, slotsOf } from "@first-bounce/rules/lineup/slots";
import type { Line } from "@first-bounce/rules/player";
import type { Round } from "@first-bounce/rules/round";
import type { ScoreEntry, TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../api/season-model.ts";
import { type PlayerView, playerView, type ViewContext } from "./player-view.ts";
import { isPlayingNow } from "./round-score.ts";

/** What a place shows in the round: her counted points, "DNP", or what she is projected to score. */
export type SlotScore =
	| { readonly kind: "live" | "final" | "projected"; readonly points: number }
	| { readonly kind: "dnp" };

/** One place of the team (D1 §3, lineup slot state). */
export interface SlotView {
	readonly slot: Slot;
	readonly key: string;
	/** The place's line, or "UTL". */
	readonly label: Line | "UTL";
	readonly player: PlayerView | null;
	readonly isCaptain: boolean;
	readonly isViceCaptain: boolean;
	readonly isEmergency: boolean;
	readonly isBench: boolean;
	readonly isUtility: boolean;
	readonly isLive: boolean;
	readonly roundScore: SlotScore | null;
	/** She came in for, or was replaced by, somebody in the round's score. */
	readonly substituted: "in" | "out" | null;
}

export const slotKey = ({ area, line, index }: Slot): string => `${area}-${line ?? "UTL"}-${index}`;

function scoreOf(player: PlayerView, played: ScoreEntry | undefined, isLive: boolean): SlotScore {
	if (!played || played.state === "to-come")
		return { kind: "projected", points: Math.round(player.entry.stats.projectedPoints) };
	if (played.state === "did-not-play") return { kind: "dnp" };
	return { kind: isLive ? "live" : "final", points: played.points * Math.max(1, played.factor) };
}

/** Every place in canonical order. `round` and `score` are of the round on show; null before the team plays one. */
export function slotViews(
	lineup: Lineup,
	context: ViewContext,
	round: Round | null,
	score: TeamScore | null,
): readonly SlotView[] {
	const ledger = new Map(score?.ledger.map((entry) => [entry.playerId, entry]));
	return slotsOf(context.season.rules).map((slot) => {
		const id = playerAt(lineup, slot);
		const entry = context.season.playerById.get(id);
		const player = entry ? playerView(entry, context) : null;
		const played = ledger.get(id);
		const isLive = round !== null && entry !== undefined && isPlayingNow(entry, round);
		return {
			slot,
			key: slotKey(slot),
			label: slot.line ?? "UTL",
			player,
			isCaptain: player !== null && lineup.captainId === id,
			isViceCaptain: player !== null && lineup.viceCaptainId === id,
			isEmergency: player !== null && lineup.emergency.includes(id),
			isBench: slot.area === "bench",
			isUtility: slot.area === "utility",
			isLive,
			roundScore: player ? scoreOf(player, played, isLive) : null,
			substituted: played?.covers ? "in" : played?.coveredBy ? "out" : null,
		};
	});
}

/** How far the field is through the round: who plays now, and who has played or is out of it. */
export function fieldProgress(
	slots: readonly SlotView[],
	season: Season,
): { readonly playing: number; readonly played: number; readonly total: number } {
	const field = slots.filter((view) => view.slot.area === "field");
	const total = Object.values(season.rules.field).reduce((sum, places) => sum + places, 0);
	return {
		playing: field.filter((view) => view.isLive).length,
		played: field.filter((view) => view.roundScore?.kind === "final" || view.roundScore?.kind === "dnp").length,
		total,
	};
}

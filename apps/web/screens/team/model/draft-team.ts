import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import type { Team } from "@first-bounce/contract/team/team";
import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import { sum } from "@first-bounce/rules/numbers";
import { useMemo } from "react";
import type { Season } from "../../../api/season-model.ts";
import type { ShownHistory } from "../rounds/history-board.tsx";

const NOBODY = { DEF: [], MID: [], RUC: [], FWD: [] };

/** The caller's draft team as the team screen takes teams: it is complete, and nothing in it costs anything. */
export const buildDraftTeam = (draft: DraftTeamRound): Team => ({
	id: draft.teamId,
	userId: draft.owner?.userId ?? 0,
	name: draft.teamName,
	teamName: draft.teamName,
	lineup: draft.lineup ?? NOBODY,
	bench: draft.bench ?? NOBODY,
	utilityId: draft.utilityId ?? 0,
	captainId: draft.captainId ?? 0,
	viceCaptainId: draft.viceCaptainId ?? 0,
	emergency: draft.emergency ?? [],
	value: 0,
	salaryCap: 0,
	points: sum(Object.values(draft.scoreflow)),
	scoreflow: draft.scoreflow,
	startRoundId: draft.startRoundId,
	isComplete: true,
	avatarVersion: draft.owner?.avatarVersion ?? 0,
	supportedSquadId: null,
	substitutions: draft.substitutions,
	version: draft.version,
});

/** A draft team in one round; null while its whole line-up is hidden. */
export function buildDraftHistory(draft: DraftTeamRound): ShownHistory | null {
	const { lineup, bench, emergency } = draft;
	if (!lineup || !bench || !emergency) return null;
	return {
		roundId: draft.roundId,
		teamId: draft.teamId,
		lineup,
		bench,
		utility: draft.utilityId ?? 0,
		captain: draft.captainId ?? 0,
		viceCaptain: draft.viceCaptainId ?? 0,
		emergency,
		value: null,
		points: draft.points,
		substitutions: draft.substitutions,
		hidden: draft.hidden,
		isLive: draft.isLive,
	};
}

/** The season with the rules of a draft league. */
export function useDraftSeason(season: Season, draft: DraftTeamRound): Season {
	const { squad, captainDoubled } = draft;
	return useMemo(
		() => ({ ...season, rules: applyDraftRules(season.rules, { squad, captainDoubled }) }),
		[season, squad, captainDoubled],
	);
}

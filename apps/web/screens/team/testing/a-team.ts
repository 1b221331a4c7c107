import type { Team } from "@first-bounce/contract/team/team";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { RULES } from "../../../players/testing/season-builder.ts";

/** A saved team that starts in round 2 and cost $500,000 a player; without a line-up, a team that was never saved. */
export const buildTeam = (version: number, lineup: Lineup | null): Team => {
	const { lineup: field, bench, ...rest } = lineup ?? createEmptyLineup(RULES);
	return {
		id: 7,
		userId: 7,
		name: "Kit",
		teamName: "Kit Bag",
		avatarVersion: 0,
		supportedSquadId: null,
		lineup: { ...field } as Team["lineup"],
		bench: { ...bench } as Team["bench"],
		...rest,
		emergency: [...rest.emergency],
		value: 500_000 * (lineup ? listPlayerIds(lineup).length : 0),
		salaryCap: RULES.salaryCap,
		points: 0,
		scoreflow: {},
		substitutions: {},
		version,
		isComplete: lineup !== null,
		startRoundId: lineup ? 2 : null,
	};
};

import type { BodyOf } from "@first-bounce/contract/call";
import type { SavedTeam } from "@first-bounce/contract/team/team";
import type {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { changeCaptain, changeEmergencies } from "@first-bounce/rules/captaincy/change-roles";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import { rollBackToOpening } from "@first-bounce/rules/team/rollback";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { accept, forbid, type Ruling } from "@first-bounce/rules/violation";
import type { Manager, TeamServices } from "../load-team.ts";
import { findRoundOpening } from "../team-state.ts";
import { type ActionRequest, applyTeamAction, type TeamUpdate, toTeamUpdate } from "./apply-team-action.ts";

/** Applies a rule that changes the line-up of a team, and returns the saved team. */
async function applyRule(
	services: TeamServices,
	manager: Manager,
	request: ActionRequest,
	rule: (team: TeamState | null, context: SeasonContext) => Ruling<TeamState>,
): Promise<SavedTeam> {
	const { shown } = await applyTeamAction(services, manager, request, ({ team, context }) =>
		toTeamUpdate(rule(team, context)),
	);
	return shown;
}

/** Swaps the slots of pairs of players: `fantasy/team/swap`. */
export const applySwap = (
	services: TeamServices,
	manager: Manager,
	{ swapsPairs, version }: BodyOf<typeof swapInTeam>,
) =>
	applyRule(services, manager, { action: "swap", version }, (team, context) => swapPlayers(team, swapsPairs, context));

/** Changes captain or vice captain: `fantasy/team/change-captain`. */
export const applyCaptainChange = (
	services: TeamServices,
	manager: Manager,
	{ type, newId, version }: BodyOf<typeof changeTeamCaptain>,
) =>
	applyRule(services, manager, { action: "change-captain", version }, (team, context) =>
		changeCaptain(team, type, newId, context),
	);

/** Changes the emergencies: `fantasy/team/change-emergency`. */
export const applyEmergencyChange = (
	services: TeamServices,
	manager: Manager,
	{ emergency, version }: BodyOf<typeof changeTeamEmergency>,
) =>
	applyRule(services, manager, { action: "change-emergency", version }, (team, context) =>
		changeEmergencies(team, emergency, context),
	);

/** Undoes all changes of the round (docs/game-rules.md#rollback): `fantasy/team/rollback`. */
export async function applyRollback(
	services: TeamServices,
	manager: Manager,
	{ version }: BodyOf<typeof rollBackTeam>,
): Promise<SavedTeam> {
	const request = { action: "rollback", version } as const;
	const { shown } = await applyTeamAction(services, manager, request, ({ row, season, team, context }) => {
		const opening = findRoundOpening(row, season);
		if (!opening) return forbid({ code: team ? "nothing-to-roll-back" : "no-line-up" });
		const rolled = rollBackToOpening(team, opening, context);
		return rolled.ok ? accept<TeamUpdate>({ team: rolled.value, isRolledBack: true }) : rolled;
	});
	return shown;
}

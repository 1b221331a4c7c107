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
import { accept, forbid } from "@first-bounce/rules/violation";
import type { Manager, TeamServices } from "../load-team.ts";
import { findRoundOpening } from "../team-state.ts";
import { applyTeamAction, type TeamUpdate, toTeamUpdate } from "./apply-team-action.ts";

/** Swaps the slots of pairs of players: `fantasy/team/swap`. */
export async function applySwap(
	services: TeamServices,
	manager: Manager,
	{ swapsPairs, version }: BodyOf<typeof swapInTeam>,
): Promise<SavedTeam> {
	const { shown } = await applyTeamAction(services, manager, { action: "swap", version }, ({ team, context }) =>
		toTeamUpdate(swapPlayers(team, swapsPairs, context)),
	);
	return shown;
}

/** Changes captain or vice captain: `fantasy/team/change-captain`. */
export async function applyCaptainChange(
	services: TeamServices,
	manager: Manager,
	{ type, newId, version }: BodyOf<typeof changeTeamCaptain>,
): Promise<SavedTeam> {
	const { shown } = await applyTeamAction(
		services,
		manager,
		{ action: "change-captain", version },
		({ team, context }) => toTeamUpdate(changeCaptain(team, type, newId, context)),
	);
	return shown;
}

/** Changes the emergencies: `fantasy/team/change-emergency`. */
export async function applyEmergencyChange(
	services: TeamServices,
	manager: Manager,
	{ emergency, version }: BodyOf<typeof changeTeamEmergency>,
): Promise<SavedTeam> {
	const { shown } = await applyTeamAction(
		services,
		manager,
		{ action: "change-emergency", version },
		({ team, context }) => toTeamUpdate(changeEmergencies(team, emergency, context)),
	);
	return shown;
}

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

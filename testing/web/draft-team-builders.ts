import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import { getSquadPreset } from "@first-bounce/rules/draft/squad-rules";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import { buildPlayer } from "./player-season.ts";

/** The places of a league of twelve: 18, of which the utility scores. */
const DRAFT_SQUAD = getSquadPreset(12);

/**
 * Players 1 to 18 in slot order, each in her slot's position: 1 to 4 defenders, 5 to 8 midfielders, 9 the ruck, 10 to 13
 * forwards, 14 to 17 the bench, and 18 the utility, a midfielder. Even numbers play for club 1, odd ones for club 3, a day later.
 */
export const buildDraftPlayers = (details: (id: number) => Parameters<typeof buildPlayer>[1] = () => ({})) =>
	listSlots(DRAFT_SQUAD).map(({ line }, index) =>
		buildPlayer(index + 1, { position: [line ?? "MID"], squadId: index % 2 === 0 ? 3 : 1, ...details(index + 1) }),
	);

/** The team of those players in round 2, its captain 6 and vice captain 7; she meets Bea. */
export const buildDraftTeamRound = (details: Partial<DraftTeamRound> = {}): DraftTeamRound => ({
	leagueId: 5,
	leagueName: "The Draft Club",
	startRoundId: 2,
	squad: DRAFT_SQUAD,
	captainDoubled: true,
	teamId: 50,
	teamName: "Ada's Aces",
	colour: null,
	owner: { userId: 7, teamName: "Kit Bag", avatarVersion: 0 },
	isRobot: false,
	isOwn: true,
	playerIds: Array.from({ length: 18 }, (_, index) => index + 1),
	lineup: { DEF: [1, 2, 3, 4], MID: [5, 6, 7, 8], RUC: [9], FWD: [10, 11, 12, 13] },
	bench: { DEF: [14], MID: [15], RUC: [16], FWD: [17] },
	utilityId: 18,
	captainId: 6,
	viceCaptainId: 7,
	emergency: [14, 15, 16, 17],
	hidden: 0,
	roundId: 2,
	isLive: false,
	points: null,
	scoreflow: {},
	substitutions: {},
	matchUp: { index: 1, teamId: 51, teamName: "Bea's Bolters", points: null },
	version: 3,
	...details,
});

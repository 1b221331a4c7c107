// Invented responses in the shape of the official stats API: one match, its two line-ups and its players' stats. Like
// the real ones, they contain more than we read.

export const HOME_TEAM_ID = 9001;
export const AWAY_TEAM_ID = 9002;
export const MATCH_NAME = "CD_M20250140101";
const ROUND_NAME = "CD_R202501401";
const START = "2025-03-13T08:30:00";

const NAMED_POSITIONS = "BPL FB BPR HBFL CHB HBFR WL C WR HFFL CHF HFFR FPL FF FPR RK RR R SUB INT INT INT INT".split(
	" ",
);
const POSITIONS = [...NAMED_POSITIONS, "EMERG", "EMERG", "EMERG"];

const buildTeamName = (team: number) => ({
	teamAbbr: `T${team}`,
	teamName: `Team ${team}`,
	teamNickname: `Nickname ${team}`,
});

/** Builds the id of player `index`, 0 to 25, of a team. */
export const buildPlayerId = (team: number, index: number): number => team * 100 + index;

const FIRST_NAMES = ["Ada", "Bea", "Cleo", "Dot", "Edie", "Fern", "Gia", "Hope", "Isla", "June", "Kit", "Lou", "Mia"];
const LAST_NAMES = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Gum", "Hazel", "Larch", "Maple", "Oak", "Pine", "Wattle"];

function buildPerson(team: number, index: number) {
	const number = (team - HOME_TEAM_ID) * POSITIONS.length + index;
	return {
		playerId: `CD_I${buildPlayerId(team, index)}`,
		playerName: {
			givenName: FIRST_NAMES[number % FIRST_NAMES.length] ?? "",
			surname: LAST_NAMES[number % LAST_NAMES.length] ?? "",
		},
		captain: index === 4,
		playerJumperNumber: index + 1,
	};
}

const buildScore = (goals: number, behinds: number) => ({
	totalScore: goals * 6 + behinds,
	goals,
	behinds,
	superGoals: null,
});

function buildTeamScore(goals: readonly number[], behinds: readonly number[]) {
	const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
	return {
		matchScore: buildScore(sum(goals), sum(behinds)),
		periodScore: goals.map((goal, index) => ({
			periodNumber: index + 1,
			score: buildScore(goal, behinds[index] ?? 0),
		})),
		rushedBehinds: 1,
		minutesInFront: 60,
	};
}

const match = {
	name: `Team ${HOME_TEAM_ID} Vs Team ${AWAY_TEAM_ID}`,
	date: `${START}.000+0000`,
	status: "CONCLUDED",
	matchId: MATCH_NAME,
	venue: "CD_V1",
	utcStartTime: START,
	homeTeamId: `CD_T${HOME_TEAM_ID}`,
	awayTeamId: `CD_T${AWAY_TEAM_ID}`,
	round: ROUND_NAME,
	venueLocalStartTime: "2025-03-13T19:30:00",
	thanksTicketLink: null,
};

/** GET matchItems/round: the match ended 62 to 47 after 121 minutes; `status` can be that of an unfinished match. */
export function buildRoundResponse(status = "CONCLUDED"): string {
	const periods = [1_800, 1_815, 1_790, 1_855].map((periodSeconds, index) => ({
		periodNumber: index + 1,
		periodSeconds,
		periodCompleted: true,
		periodStart: null,
	}));
	const item = {
		match: { ...match, status },
		venue: { venueId: "CD_V1", name: "The Ground", state: "VIC", timeZone: "Australia/Melbourne", capacity: null },
		round: { name: "Round 1", year: "2025", roundId: ROUND_NAME, competitionId: "CD_S2025014", roundNumber: 1 },
		liveVideos: [],
		score: {
			status,
			matchId: MATCH_NAME,
			homeTeamScore: buildTeamScore([3, 2, 1, 3], [2, 2, 3, 1]),
			awayTeamScore: buildTeamScore([2, 1, 2, 2], [1, 2, 1, 1]),
			matchClock: { periods },
			weather: { description: "Cloudy", tempInCelsius: 25, weatherType: "OVERCAST" },
			scoreWorm: null,
		},
	};
	return JSON.stringify({ roundId: ROUND_NAME, byes: [], items: [item] });
}

const buildRosterSide = (team: number) => ({
	teamName: buildTeamName(team),
	matchId: MATCH_NAME,
	teamId: `CD_T${team}`,
	ins: [],
	outs: [],
	positions: POSITIONS.map((position, index) => ({ position, player: buildPerson(team, index) })),
	teamStatus: "FINAL_TEAM",
	lateChanges: null,
});

export interface RosterPerson {
	readonly playerId: string;
	readonly playerName: { readonly givenName: string; readonly surname: string };
}

export const listNamedPlayers = (): { readonly team: number; readonly players: readonly RosterPerson[] }[] =>
	[HOME_TEAM_ID, AWAY_TEAM_ID].map((team) => ({
		team,
		players: POSITIONS.map((_, index) => buildPerson(team, index)),
	}));

/** GET matchRoster/full: 26 players per side, three of them emergencies. */
export const buildRosterResponse = (): string =>
	JSON.stringify({
		match,
		matchRoster: {
			status: "CONCLUDED",
			matchId: MATCH_NAME,
			roundNumber: 1,
			umpires: [{ umpireName: { givenName: "An", surname: "Umpire" }, umpireType: "FIELD" }],
			homeTeam: buildRosterSide(HOME_TEAM_ID),
			awayTeam: buildRosterSide(AWAY_TEAM_ID),
		},
		recentMatchScores: [],
	});

/** Builds stats of player `index` of a team, with the official fantasy score at two points per handball. */
function buildStats(team: number, index: number) {
	const number = index + (team - HOME_TEAM_ID) * 5;
	const [kicks, handballs, marks, tackles] = [
		(number * 7) % 19,
		(number * 5) % 13,
		(number * 3) % 8,
		(number * 11) % 9,
	];
	const [freesFor, freesAgainst, goals, behinds] = [number % 3, (number + 1) % 4, number % 5 === 0 ? 2 : 0, number % 2];
	const hitouts = index === 15 ? 31 : 0;
	return {
		goals,
		behinds,
		superGoals: null,
		kicks,
		handballs,
		disposals: kicks + handballs,
		marks,
		tackles,
		hitouts,
		freesFor,
		freesAgainst,
		dreamTeamPoints:
			kicks * 3 + handballs * 2 + marks * 3 + tackles * 4 + freesFor - freesAgainst * 3 + hitouts + goals * 6 + behinds,
		clearances: { centreClearances: 0, stoppageClearances: 1, totalClearances: 1 },
		disposalEfficiency: 71.4,
		ranking: null,
		extendedStats: { effectiveKicks: kicks, pressureActs: 14 },
	};
}

const buildTeamStats = (team: number) =>
	NAMED_POSITIONS.map((position, index) => ({
		player: { player: { position, player: buildPerson(team, index) }, jumperNumber: index + 1, photoURL: null },
		teamId: `CD_T${team}`,
		playerStats: {
			stats: buildStats(team, index),
			player: buildPerson(team, index),
			teamId: `CD_T${team}`,
			gamesPlayed: null,
			timeOnGroundPercentage: 60 + ((index * 9) % 40),
			lastUpdated: "2025-03-14T03:25:57.542+0000",
		},
	}));

/** Lists every player's official fantasy score, by the API's player id. */
export const listOfficialScores = (): ReadonlyMap<string, number> =>
	new Map(
		[HOME_TEAM_ID, AWAY_TEAM_ID].flatMap((team) =>
			NAMED_POSITIONS.map(
				(_, index) => [`CD_I${buildPlayerId(team, index)}`, buildStats(team, index).dreamTeamPoints] as const,
			),
		),
	);

/** GET playerStats/match: 23 players per side. `furtherKicks` makes the stats differ from those of another match. */
export function buildPlayerStatsResponse(furtherKicks = 0): string {
	const lists = [HOME_TEAM_ID, AWAY_TEAM_ID].map(buildTeamStats);
	for (const { playerStats } of lists.flat()) playerStats.stats.kicks += furtherKicks;
	return JSON.stringify({ homeTeamPlayerStats: lists[0], awayTeamPlayerStats: lists[1] });
}

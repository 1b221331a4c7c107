import type { LockProblem } from "../features/notifications/notices/team-context.ts";

const number = new Intl.NumberFormat("en-US");
const names = new Intl.ListFormat("en-AU", { type: "conjunction" });
const count = (many: number, one: string, more: string): string => `${number.format(many)} ${many === 1 ? one : more}`;
const written: Intl.DateTimeFormatOptions = { weekday: "short", hour: "numeric", minute: "2-digit" };

const PROBLEMS: Readonly<Record<LockProblem["kind"], (name: string, other: string) => string>> = {
	"vice-doubles": (name, other) => `Your captain ${name} is not expected to play; ${other} would double instead.`,
	"nobody-doubles": (name, other) => `Neither your captain ${name} nor ${other} is expected to play: nobody doubles.`,
	"vice-played": () => "",
	covered: (name, other) => `${name} is not expected to play; your emergency ${other} comes in.`,
	donut: (name) => `${name} is not expected to play and nobody covers her.`,
	incomplete: () => "Your team is not complete yet. Fill it to play this round.",
	"over-cap": () => "Your team is over the cap. Bring it under to play this round.",
};

/** The words of everything that is told by a push message, in English. */
export const noticesEn = {
	time: (at: number, zone: string): string =>
		new Intl.DateTimeFormat("en-AU", { ...written, timeZone: zone }).format(at),
	list: (each: readonly string[]): string => names.format(each),
	round: (id: number, isGrandFinal: boolean): string => (isGrandFinal ? "the Grand Final" : `round ${id}`),
	locks: (name: string, others: number, time: string): string =>
		others === 0 ? `${name} locks ${time}` : `${name} and ${others} more lock ${time}`,
	roundStarts: (time: string): string => `The round starts ${time}`,
	problem: (kind: LockProblem["kind"], name: string, other: string): string => PROBLEMS[kind](name, other),
	more: (many: number): string => (many === 0 ? "" : `And ${count(many, "more thing", "more things")} to look at.`),
	allSet: (captain: string): string => `Everybody on field is expected to play, and ${captain} doubles.`,
	isOut: (name: string): string => `${name} is out`,
	areOut: (many: number): string => `${many} of your players are out`,
	willNotPlay: (who: string, round: string): string => `Not playing in ${round}: ${who}.`,
	couldComeIn: (who: string): string => `${who} could come in from your bench.`,
	nobodyCan: "Nobody on your bench fits and is to play.",
	onBench: "On your bench, so nothing on field changes.",
	swapIn: (who: string): string => `Swap in ${who}`,
	swapDone: (who: string): string => `Swapped in: ${who}.`,
	scored: (round: string, points: number): string =>
		`${round.slice(0, 1).toUpperCase()}${round.slice(1)}: ${count(points, "point", "points")}`,
	ranked: (inRound: number, overall: number): string =>
		`Rank ${number.format(inRound)} in the round, ${number.format(overall)} overall.`,
	test: { title: "Notifications work", text: "This is how First Bounce will tell you." },
};

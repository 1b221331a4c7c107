import type { NoticeWords } from "./notices.ts";

const number = new Intl.NumberFormat("fr-FR");
const names = new Intl.ListFormat("fr-FR", { type: "conjunction" });
const count = (many: number, one: string, more: string): string =>
	`${number.format(many)} ${Math.abs(many) < 2 ? one : more}`;
const written: Intl.DateTimeFormatOptions = { weekday: "short", hour: "numeric", minute: "2-digit" };

const PROBLEMS: Readonly<Record<Parameters<NoticeWords["problem"]>[0], (name: string, other: string) => string>> = {
	"vice-doubles": (name, other) => `Votre capitaine ${name} ne devrait pas jouer ; ${other} doublerait à sa place.`,
	"nobody-doubles": (name, other) => `Ni votre capitaine ${name} ni ${other} ne devraient jouer : personne ne double.`,
	"vice-played": () => "",
	covered: (name, other) => `${name} ne devrait pas jouer ; votre réserviste ${other} la remplace.`,
	donut: (name) => `${name} ne devrait pas jouer et personne ne la remplace.`,
	incomplete: () => "Votre équipe n’est pas encore complète. Remplissez-la pour jouer cette journée.",
	"over-cap": () => "Votre équipe dépasse le plafond. Ramenez-la dessous pour jouer cette journée.",
};

/** The same in French. */
export const noticesFr: NoticeWords = {
	time: (at, zone) => new Intl.DateTimeFormat("fr-FR", { ...written, timeZone: zone }).format(at),
	list: (each) => names.format(each),
	round: (id, isGrandFinal) => (isGrandFinal ? "la grande finale" : `la journée ${id}`),
	locks: (name, others, time) =>
		others === 0
			? `${name} se verrouille ${time}`
			: `${name} et ${count(others, "autre se verrouillent", "autres se verrouillent")} ${time}`,
	roundStarts: (time) => `La journée commence ${time}`,
	problem: (kind, name, other) => PROBLEMS[kind](name, other),
	more: (many) => (many === 0 ? "" : `Et encore ${count(many, "chose", "choses")} à voir.`),
	allSet: (captain) => `Toutes celles du terrain devraient jouer, et ${captain} double.`,
	isOut: (name) => `${name} est forfait`,
	areOut: (many) => `${many} de vos joueuses sont forfait`,
	willNotPlay: (who, round) => `Forfait pour ${round} : ${who}.`,
	couldComeIn: (who) => `À faire entrer depuis votre banc : ${who}.`,
	nobodyCan: "Personne sur votre banc ne convient et ne doit jouer.",
	onBench: "Sur votre banc : rien ne change sur le terrain.",
	swapIn: (who) => `Faire entrer ${who}`,
	swapDone: (who) => `Entrée faite : ${who}.`,
	scored: (round, points) =>
		`${round.slice(0, 1).toUpperCase()}${round.slice(1)} : ${count(points, "point", "points")}`,
	ranked: (inRound, overall) =>
		`Rang ${number.format(inRound)} de la journée, ${number.format(overall)} au classement général.`,
	test: { title: "Les notifications fonctionnent", text: "Voici comment First Bounce vous préviendra." },
};

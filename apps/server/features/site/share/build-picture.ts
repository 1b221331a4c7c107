import type { Language } from "@first-bounce/contract/languages";
import { getCrestColours, getInitials } from "@first-bounce/contract/leagues/league-crest";
import type { Line } from "@first-bounce/rules/player";
import { SHARE_TEXTS, type ShareCatalogue } from "../../../i18n/share-texts.ts";
import type { SharedContent } from "./find-shared.ts";
import { buildMatchUpPicture } from "./match-up-picture.ts";
import {
	createAvatar,
	createBall,
	createGrass,
	createGuernsey,
	createText,
	GREEN,
	getPalette,
	NAVY,
	type Palette,
	QUIET,
	RED,
} from "./picture-parts.ts";
import { createCard, createDecisionCard, createFact, createPoster, type Poster } from "./poster.ts";
import { type Box, createBox, createColumn, type PictureFormat, removeUnsupported, renderPng } from "./render-png.ts";
import type { SharedHistory } from "./shared-history.ts";
import type { ResultSnapshot, SharedPlayer, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

/** The order of lines on the team screen. */
const LINES_FROM_TOP: readonly Line[] = ["FWD", "MID", "RUC", "DEF"];
/** Letters and colours of the badges. */
const MARKS = { captain: ["C", "#2463eb"], vice: ["VC", "#d4267a"] } as const;

type PictureTexts = ShareCatalogue["picture"];

function buildPlayerCard(player: SharedPlayer | null, width: number, height: number): Box {
	const common = { width, height, borderRadius: 16 } as const;
	if (!player) return createBox({ ...common, border: "3px dashed rgba(255,255,255,0.6)" });
	const mark = player.mark ? MARKS[player.mark] : null;
	const guernsey = height * 0.36;
	return createColumn(
		{
			...common,
			alignItems: "center",
			justifyContent: "center",
			backgroundColor: "#fff",
			color: NAVY,
			...(mark ? { border: `5px solid ${mark[1]}` } : {}),
		},
		player.squadId === undefined
			? createBox({ color: QUIET, fontSize: 20, fontWeight: 600 }, removeUnsupported(player.squad))
			: createGuernsey(player.squadId, guernsey * 0.8),
		createText(player.name, { max: height * 0.21, width: width - 12 }, { marginTop: 2 }),
		createBox(
			{ fontSize: Math.round(height * 0.32), fontWeight: 700, lineHeight: 1 },
			player.points === null ? "–" : String(player.points),
		),
		mark
			? createBox(
					{ position: "absolute", top: -8, right: -8, padding: "3px 11px", borderRadius: 22, backgroundColor: mark[1] },
					createBox({ color: "#fff", fontSize: 24, fontWeight: 700 }, mark[0]),
				)
			: null,
	);
}

/** The ground with a team's players. */
function buildTeam(
	{ players, places, squadId }: TeamSnapshot & { readonly squadId: number | null },
	width: number,
	height: number,
): Box {
	if (players.length === 0)
		return createCards(width, height, [squadId === null ? createBall(250) : createGuernsey(squadId, 320)]);
	const widest = Math.max(...LINES_FROM_TOP.map((line) => places[line]), 1);
	const gap = 10;
	const cardWidth = Math.min(190, (width - 48 - gap * (widest - 1)) / widest);
	const cardHeight = Math.min(168, (height - 60 - 3 * gap) / LINES_FROM_TOP.length);
	const rows = LINES_FROM_TOP.map((line) => {
		const shown = players.filter((player) => player.line === line);
		const cards = Array.from({ length: Math.max(places[line], shown.length) }, (_, place) =>
			buildPlayerCard(shown[place] ?? null, cardWidth, cardHeight),
		);
		return createBox({ gap, justifyContent: "center" }, ...cards);
	});
	return createColumn(
		{ justifyContent: "center", alignItems: "center", gap: gap + 4, width, height },
		createGrass(width, height),
		...rows,
	);
}

/** Cards on the ground, one below the other. */
const createCards = (width: number, height: number, cards: readonly (Box | null)[]): Box =>
	createColumn(
		{ justifyContent: "center", alignItems: "center", gap: 18, width, height },
		createGrass(width, height),
		...cards,
	);

const MAX_TRADES_SHOWN = 4;

function buildTrades({ trades, hidden }: TradeSnapshot, texts: PictureTexts, width: number, height: number): Box {
	const inner = width - 60;
	const createSide = (sign: string, colour: string, name: string, price: number) =>
		createBox(
			{ alignItems: "center", gap: 14, fontSize: 44, fontWeight: 700, color: NAVY },
			createBox({ color: colour, width: 76 }, sign),
			createBox({ flexGrow: 1 }, createText(name, { max: 44, width: inner - 300 })),
			createBox({ color: QUIET, fontSize: 32 }, texts.dollars(price)),
		);
	const cards = trades
		.slice(0, MAX_TRADES_SHOWN)
		.map((trade) =>
			createCard(
				{ width: inner, padding: "8px 26px" },
				createSide(texts.in, GREEN, trade.in, trade.priceIn),
				createSide(texts.out, RED, trade.out, trade.priceOut),
			),
		);
	const moreCount = hidden + Math.max(0, trades.length - MAX_TRADES_SHOWN);
	const more = createBox({ color: "#fff", fontSize: 40, fontWeight: 600 }, texts.more(moreCount));
	return createCards(width, height, [...cards, moreCount > 0 ? more : null]);
}

/** Cards of the best and worst decisions, and of the facts that the poster does not show beside the score. */
function buildResult(
	{ facts, decisions, more }: ReturnType<PictureTexts["result"]>,
	width: number,
	height: number,
	format: PictureFormat,
): Box {
	const inner = width - 60;
	const isStory = format === "story";
	const half = (inner - 18) / 2;
	const tiles = facts.slice(2);
	const row = createBox(
		{ gap: 18 },
		...tiles.map((fact) => createCard({ width: half }, createFact(fact, isStory ? 72 : 60, half - 56))),
	);
	const size = decisions.length === 0 ? 0 : isStory ? 52 : 42;
	return createCards(width, height, [
		...decisions.map((decision) => createDecisionCard(decision, size, inner)),
		tiles.length > 0 ? row : null,
		more === "" ? null : createText(more, { max: isStory ? 46 : 38, width: inner }, { color: "#fff" }),
	]);
}

const MAX_CHAMPIONS_SHOWN = 4;

/** Builds the latest champions of a league; null before there is one. */
function buildChampions({ seasons }: SharedHistory, texts: PictureTexts, width: number, height: number): Box | null {
	const inner = width - 60;
	const cards = seasons
		.filter(({ champion }) => champion !== null)
		.slice(0, MAX_CHAMPIONS_SHOWN)
		.map(({ name, champion }) => {
			const team = removeUnsupported(champion || texts.former) || texts.former;
			return createCard(
				{ width: inner, padding: "10px 28px 14px" },
				createBox({ color: QUIET, fontSize: 30, fontWeight: 600 }, removeUnsupported(name)),
				createText(team, { max: 60, width: inner - 56 }),
			);
		});
	return cards.length === 0 ? null : createCards(width, height, cards);
}

function buildCrest(avatar: string | null, name: string, { ground }: Palette, width: number, height: number): Box {
	const size = 340;
	const mark = avatar
		? createAvatar(avatar, size)
		: createBox(
				{
					width: size,
					height: size,
					borderRadius: 68,
					backgroundColor: ground,
					alignItems: "center",
					justifyContent: "center",
				},
				createBox({ color: "#fff", fontSize: 170, fontWeight: 700 }, getInitials(removeUnsupported(name)) || "FB"),
			);
	return createCards(width, height, [mark]);
}

/** A league's own colour is readable under white text. */
const getLeaguePalette = (colour: string): Palette => ({ ...getPalette(null), ground: getCrestColours(colour)[0] });

interface PictureContent {
	readonly shared: Exclude<SharedContent, { readonly kind: "matchup" }>;
	readonly texts: ShareCatalogue;
	readonly avatar: string | null;
}

/** Builds what a picture says beside its headline. */
function buildPoster({
	shared,
	texts: { picture: texts },
	avatar,
}: PictureContent): Omit<Poster, "overline" | "title"> {
	const common = { palette: getPalette(null), figure: null, note: "" };
	switch (shared.kind) {
		case "general":
			return {
				...common,
				note: texts.free,
				buildMain: (width, height) => createCards(width, height, [createBall(250)]),
			};
		case "league": {
			const palette = getLeaguePalette(shared.colour);
			const note = shared.open ? texts.joined(shared.open.numTeams) : texts.invited;
			return {
				...common,
				palette,
				note,
				buildMain: (width, height) => buildCrest(avatar, shared.name, palette, width, height),
			};
		}
		case "history": {
			const { palette } = common;
			return {
				...common,
				note: shared.seasons.some(({ champion }) => champion !== null) ? texts.champions : "",
				buildMain: (width, height) =>
					buildChampions(shared, texts, width, height) ?? buildCrest(avatar, shared.name, palette, width, height),
			};
		}
		case "trade":
			return {
				...common,
				palette: getPalette(shared.squadId),
				note: texts.trades,
				buildMain: (width, height) => buildTrades(shared, texts, width, height),
			};
		case "result":
			return buildResultPoster(shared, texts);
		case "team":
			return {
				palette: getPalette(shared.squadId),
				figure: shared.points === null ? null : texts.number(shared.points),
				note: getTeamNote(shared, texts),
				isLive: shared.isLive,
				facts: texts.teamFacts(shared),
				buildMain: (width, height) => buildTeam(shared, width, height),
			};
	}
}

function buildResultPoster(
	shared: ResultSnapshot & { readonly squadId: number | null },
	texts: PictureTexts,
): Omit<Poster, "overline" | "title"> {
	const result = texts.result(shared);
	return {
		palette: getPalette(shared.squadId),
		figure: texts.number(shared.points),
		note: result.highlight || texts.final,
		facts: result.facts.slice(0, 2),
		buildMain: (...size) => buildResult(result, ...size),
	};
}

function getTeamNote({ isRevealed, hidden, isLive }: TeamSnapshot, texts: PictureTexts): string {
	if (isLive) return texts.live;
	if (isRevealed) return texts.revealed;
	return hidden > 0 ? texts.hidden : texts.final;
}

function buildLayout(shared: SharedContent, texts: ShareCatalogue, avatar: string | null, format: PictureFormat): Box {
	if (shared.kind === "matchup") return buildMatchUpPicture(shared, texts.picture.matchUp(shared), format);
	const { overline, headline } = texts.buildTexts(shared);
	const title = removeUnsupported(headline) || "First Bounce";
	return createPoster({ ...buildPoster({ shared, texts, avatar }), overline, title }, format);
}

/** Draws the picture of shared content as PNG. `avatar` is a data URL. */
export const buildPicture = (
	shared: SharedContent,
	avatar: string | null,
	language: Language,
	format: PictureFormat,
): Promise<Buffer> => renderPng(buildLayout(shared, SHARE_TEXTS[language], avatar, format), format);

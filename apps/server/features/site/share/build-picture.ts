import type { Language } from "@first-bounce/contract/languages";
import type { Line } from "@first-bounce/rules/player";
import { SHARE_TEXTS, type ShareCatalogue } from "../../../i18n/share-texts.ts";
import type { SharedContent } from "./find-shared.ts";
import {
	type Box,
	createBox,
	createImage,
	FONT_FAMILY,
	HEIGHT,
	removeUnsupported,
	renderPng,
	WIDTH,
} from "./render-png.ts";
import type { SharedHistory } from "./shared-history.ts";
import type { ResultSnapshot, SharedPlayer, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

const NAVY = "#10162b";
const CORAL = "#ff5a3c";
const MUTED = "#b9c0d6";
/** The order of lines on the team screen. */
const LINES_FROM_TOP: readonly Line[] = ["FWD", "MID", "RUC", "DEF"];
/** The width of the text on the left. The ground fills the rest. */
const TEXT_WIDTH = 400;
const EMPTY_SLOT_COLOUR = "rgba(255,255,255,0.6)";
/** Letters and colours of the badges. */
const MARKS = { captain: ["C", "#2463eb"], vice: ["VC", "#d4267a"] } as const;

function buildGround(): string {
	const stripes = Array.from({ length: 10 }, (_, index) => {
		const colour = index % 2 === 0 ? "#2b8a57" : "#267f50";
		return `<rect x="${TEXT_WIDTH + index * 80}" y="0" width="80" height="${HEIGHT}" fill="${colour}"/>`;
	}).join("");
	const middle = (WIDTH + TEXT_WIDTH) / 2;
	const chalk = `fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="3"`;
	return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${NAVY}"/>${stripes}
		<ellipse cx="${middle}" cy="${HEIGHT / 2}" rx="385" ry="300" ${chalk}/>
		<circle cx="${middle}" cy="${HEIGHT / 2}" r="52" ${chalk}/>
		<rect x="${middle - 110}" y="${HEIGHT / 2 - 110}" width="220" height="220" ${chalk}/>
		<path d="M ${middle - 205} 58 q 205 150 410 0 M ${middle - 205} ${HEIGHT - 58} q 205 -150 410 0" ${chalk}/>`;
}

const BALL = `data:image/svg+xml;base64,${Buffer.from(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50" width="80" height="100"><g transform="rotate(16 20 25)"><ellipse cx="20" cy="25" rx="15.5" ry="22" fill="${CORAL}"/><path d="M14 17l7-2.2M14.5 32.5l7 2.3" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></g></svg>`,
).toString("base64")}`;

const buildBrand = (): Box =>
	createBox(
		{ alignItems: "center", gap: 12, color: "#fff", fontSize: 38, fontWeight: 700, textTransform: "uppercase" },
		createImage(BALL, 48, 60),
		"First Bounce",
	);

/** The headline has its full size up to this length. */
const FULL_SIZE_CHARACTERS = 26;
/** `fontSize` times the number of characters that fit on a line of a player's card, and of a result. */
const CARD_CAPACITY = 290;
const RESULT_CAPACITY = 1_150;

/** Computes a smaller font size for long texts, so that they fit. */
const computeFontSize = (text: string, maxSize: number, capacity = maxSize * FULL_SIZE_CHARACTERS): number =>
	Math.min(maxSize, Math.round(capacity / text.length));

interface PictureContent {
	readonly shared: SharedContent;
	readonly texts: ShareCatalogue;
}

/** Builds the left column: the brand, the headline, a large figure such as the points, and a note below. */
function buildText({ shared, texts }: PictureContent, figure: string | null, note: string): Box {
	const { overline, headline } = texts.buildTexts(shared);
	const title = removeUnsupported(headline) || "First Bounce";
	return createBox(
		{
			flexDirection: "column",
			justifyContent: "space-between",
			width: TEXT_WIDTH - 80,
			height: HEIGHT - 80,
			margin: 40,
		},
		buildBrand(),
		createBox(
			{ flexDirection: "column", color: "#fff" },
			createBox({ color: MUTED, fontSize: 30, fontWeight: 600 }, overline),
			createBox({ fontSize: computeFontSize(title, 62), fontWeight: 700, lineHeight: 1.02 }, title),
			...(figure === null ? [] : [createBox({ color: CORAL, fontSize: 132, fontWeight: 700, lineHeight: 1 }, figure)]),
		),
		createBox({ color: MUTED, fontSize: 28, fontWeight: 600, lineHeight: 1.15 }, note),
	);
}

function buildPlayerCard(player: SharedPlayer | null): Box {
	const common = { width: 140, height: 104, borderRadius: 14, flexDirection: "column", position: "relative" } as const;
	if (!player) return createBox({ ...common, border: `3px dashed ${EMPTY_SLOT_COLOUR}` });
	const [mark, colour] = player.mark ? MARKS[player.mark] : ["", ""];
	const name = removeUnsupported(player.name);
	const badge = createBox(
		{ position: "absolute", top: -8, right: -6, padding: "3px 9px", borderRadius: 20, backgroundColor: colour },
		createBox({ color: "#fff", fontSize: 20, fontWeight: 700 }, mark),
	);
	return createBox(
		{ ...common, alignItems: "center", justifyContent: "center", backgroundColor: "#fff", color: NAVY },
		createBox({ fontSize: computeFontSize(name, 25, CARD_CAPACITY), fontWeight: 700, whiteSpace: "nowrap" }, name),
		createBox({ fontSize: 40, fontWeight: 700, lineHeight: 1 }, player.points === null ? "–" : String(player.points)),
		createBox({ color: "#646c85", fontSize: 18, fontWeight: 600 }, removeUnsupported(player.squad)),
		...(player.mark ? [badge] : []),
	);
}

function buildTeam({ players, places }: TeamSnapshot): Box {
	const rows = LINES_FROM_TOP.map((line) => {
		const shown = players.filter((player) => player.line === line);
		const cards = Array.from({ length: Math.max(places[line], shown.length) }, (_, place) =>
			buildPlayerCard(shown[place] ?? null),
		);
		return createBox({ gap: 10, justifyContent: "center" }, ...cards);
	});
	return createBox(
		{ flexDirection: "column", justifyContent: "center", alignItems: "center", gap: 22, width: WIDTH - TEXT_WIDTH },
		...rows,
	);
}

const MAX_TRADES_SHOWN = 4;

function buildTrades({ trades, hidden }: TradeSnapshot, texts: ShareCatalogue["picture"]): Box {
	const createSide = (sign: string, colour: string, name: string, price: number) =>
		createBox(
			{ alignItems: "center", gap: 14, fontSize: 34, fontWeight: 700, color: NAVY },
			createBox({ color: colour, width: 54 }, sign),
			createBox({ flexGrow: 1 }, removeUnsupported(name)),
			createBox({ color: "#646c85", fontSize: 26 }, texts.dollars(price)),
		);
	const cards = trades.slice(0, MAX_TRADES_SHOWN).map((trade) =>
		createBox(
			{
				flexDirection: "column",
				gap: 4,
				width: 640,
				padding: "14px 24px",
				borderRadius: 16,
				backgroundColor: "#fff",
			},
			createSide(texts.in, "#0c8f5c", trade.in, trade.priceIn),
			createSide(texts.out, "#d13438", trade.out, trade.priceOut),
		),
	);
	const moreCount = hidden + Math.max(0, trades.length - MAX_TRADES_SHOWN);
	const moreBox = createBox({ color: "#fff", fontSize: 30, fontWeight: 600 }, texts.more(moreCount));
	return createBox(
		{ flexDirection: "column", justifyContent: "center", alignItems: "center", gap: 16, width: WIDTH - TEXT_WIDTH },
		...cards,
		...(moreCount > 0 ? [moreBox] : []),
	);
}

const createCard = (...children: readonly Box[]): Box =>
	createBox(
		{
			flexDirection: "column",
			gap: 2,
			width: 660,
			padding: "12px 24px",
			borderRadius: 16,
			backgroundColor: "#fff",
			color: NAVY,
		},
		...children,
	);

const createCards = (...cards: readonly Box[]): Box =>
	createBox(
		{ flexDirection: "column", justifyContent: "center", alignItems: "center", gap: 14, width: WIDTH - TEXT_WIDTH },
		...cards,
	);

function buildResult(result: ResultSnapshot, texts: ShareCatalogue["picture"]): Box {
	const { rows, calls } = texts.result(result);
	const table = rows.map(({ label, value }) =>
		createBox(
			{ justifyContent: "space-between", alignItems: "center", gap: 16 },
			createBox({ color: "#646c85", fontSize: 25, fontWeight: 600 }, label),
			createBox({ fontSize: computeFontSize(value, 34, RESULT_CAPACITY), fontWeight: 700 }, value),
		),
	);
	const highlights = calls.map(({ label, text, points }) => {
		const shown = removeUnsupported(text);
		return createCard(
			createBox({ color: "#646c85", fontSize: 22, fontWeight: 600 }, label),
			createBox(
				{ justifyContent: "space-between", alignItems: "center", gap: 16 },
				createBox({ fontSize: computeFontSize(shown, 30, RESULT_CAPACITY), fontWeight: 700 }, shown),
				createBox(
					{ color: points > 0 ? "#0c8f5c" : "#d13438", fontSize: 34, fontWeight: 700 },
					`${points > 0 ? "+" : "−"}${texts.number(Math.abs(points))}`,
				),
			),
		);
	});
	return createCards(createCard(...table), ...highlights);
}

const MAX_CHAMPIONS_SHOWN = 4;

/** Builds the latest champions of a league; null before there is one. */
function buildChampions({ seasons }: SharedHistory, texts: ShareCatalogue["picture"]): Box | null {
	const cards = seasons
		.filter(({ champion }) => champion !== null)
		.slice(0, MAX_CHAMPIONS_SHOWN)
		.map(({ name, champion }) => {
			const team = removeUnsupported(champion || texts.former) || texts.former;
			return createCard(
				createBox({ color: "#646c85", fontSize: 24, fontWeight: 600 }, removeUnsupported(name)),
				createBox({ fontSize: computeFontSize(team, 44, RESULT_CAPACITY), fontWeight: 700 }, team),
			);
		});
	return cards.length === 0 ? null : createCards(...cards);
}

function buildCrest(avatar: string | null, name: string): Box {
	const letters = removeUnsupported(name)
		.split(/\s+/)
		.slice(0, 2)
		.map((word) => word.slice(0, 1).toUpperCase())
		.join("");
	const mark = avatar
		? createImage(avatar, 300, 300, { borderRadius: 60 })
		: createBox(
				{
					width: 300,
					height: 300,
					borderRadius: 60,
					backgroundColor: NAVY,
					alignItems: "center",
					justifyContent: "center",
				},
				createBox({ color: "#fff", fontSize: 140, fontWeight: 700 }, letters || "FB"),
			);
	return createBox({ width: WIDTH - TEXT_WIDTH, alignItems: "center", justifyContent: "center" }, mark);
}

function buildLayout(content: PictureContent, avatar: string | null): readonly Box[] {
	const { shared } = content;
	const texts = content.texts.picture;
	if (shared.kind === "general")
		return [
			buildText(content, null, texts.free),
			createBox(
				{ width: WIDTH - TEXT_WIDTH, alignItems: "center", justifyContent: "center" },
				createImage(BALL, 256, 320),
			),
		];
	if (shared.kind === "league") {
		const { open } = shared;
		return [
			buildText(content, null, open ? texts.joined(open.numTeams) : texts.invited),
			buildCrest(avatar, shared.name),
		];
	}
	if (shared.kind === "history") {
		const champions = buildChampions(shared, texts);
		return [buildText(content, null, champions ? texts.champions : ""), champions ?? buildCrest(avatar, shared.name)];
	}
	if (shared.kind === "trade") return [buildText(content, null, texts.trades), buildTrades(shared, texts)];
	if (shared.kind === "result")
		return [
			buildText(content, texts.number(shared.points), texts.result(shared).highlight || texts.final),
			buildResult(shared, texts),
		];
	const { points } = shared;
	return [
		buildText(content, points === null ? null : texts.number(points), getTeamNote(shared, texts)),
		buildTeam(shared),
	];
}

function getTeamNote({ isRevealed, hidden, isLive }: TeamSnapshot, texts: ShareCatalogue["picture"]): string {
	if (isRevealed) return texts.revealed;
	if (hidden > 0) return texts.hidden;
	return isLive ? texts.live : texts.final;
}

/** Draws the picture of shared content as PNG, 1200 × 630 pixels as social networks expect. `avatar` is a data URL. */
export function buildPicture(shared: SharedContent, avatar: string | null, language: Language): Promise<Buffer> {
	const layout = buildLayout({ shared, texts: SHARE_TEXTS[language] }, avatar);
	return renderPng(createBox({ width: WIDTH, height: HEIGHT, fontFamily: FONT_FAMILY }, ...layout), buildGround());
}

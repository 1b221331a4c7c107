import type { ShareCatalogue } from "../../../i18n/share-texts.ts";
import type { SharedMatchUp } from "./find-shared.ts";
import {
	CORAL,
	createBackdrop,
	createBrand,
	createGuernsey,
	createPill,
	createText,
	createTrophy,
	fitText,
	GOLD,
	getPalette,
	NAVY,
} from "./picture-parts.ts";
import { createPoster } from "./poster.ts";
import {
	type Box,
	createBox,
	createColumn,
	createDrawing,
	FONT_FAMILY,
	PICTURE_SIZES,
	type PictureFormat,
} from "./render-png.ts";

type Texts = ReturnType<ShareCatalogue["picture"]["matchUp"]>;
type Side = SharedMatchUp["own"];

interface Size {
	readonly width: number;
	readonly height: number;
}

/** One team on its club's colour. Before the round the guernsey stands where the score will be. */
function buildSide(side: Side, name: string, score: string, { width, height }: Size): Box {
	const palette = getPalette(side.squadId);
	const isTall = height > 500;
	const inner = width - 90;
	const guernsey = (isTall ? 180 : 104) * (side.points === null ? 1.7 : 1);
	return createColumn(
		{ width, height, alignItems: "center", justifyContent: "center", gap: 8, color: palette.text },
		createBackdrop(palette, width, height),
		palette.squadId === null ? null : createGuernsey(palette.squadId, guernsey),
		createText(name, { max: isTall ? 96 : 64, width: inner, lines: 2 }, { maxWidth: inner, textAlign: "center" }),
		side.points === null
			? null
			: createText(score, { max: isTall ? 270 : 200, width: inner }, { color: palette.accent, lineHeight: 0.98 }),
	);
}

const BADGE = 84;
const createVersus = ({ width, height }: Size): Box =>
	createBox(
		{
			position: "absolute",
			left: (width - BADGE) / 2,
			top: (height - BADGE) / 2,
			width: BADGE,
			height: BADGE,
			borderRadius: BADGE,
			alignItems: "center",
			justifyContent: "center",
			backgroundColor: "#fff",
			color: NAVY,
			fontSize: 50,
			fontWeight: 700,
		},
		"v",
	);

/** Two halves in the clubs' colours: beside each other, or one above the other in a story. */
function buildHalves(shared: SharedMatchUp, texts: Texts, format: PictureFormat): Box {
	const { width, height } = PICTURE_SIZES[format];
	const isStory = format === "story";
	const [top, strip] = isStory ? [190, 330] : [84, 100];
	const rest = height - top - strip;
	const side = isStory ? { width, height: rest / 2 } : { width: width / 2, height: rest };
	const small = isStory ? 50 : 40;
	const verdictWidth = isStory ? width - 180 : width * 0.55;
	const colours = shared.isLive ? { ground: CORAL, text: NAVY } : { ground: "#fff", text: NAVY };
	return createColumn(
		{ width, height, backgroundColor: NAVY, fontFamily: FONT_FAMILY, color: "#fff" },
		createBox(
			{
				height: top,
				alignItems: isStory ? "flex-end" : "center",
				justifyContent: "space-between",
				padding: isStory ? "0 60px 24px" : "0 40px",
			},
			createBrand(small),
			createText(texts.round, { max: small, width: width * 0.5 }, {}),
		),
		createBox(
			{ flexDirection: isStory ? "column" : "row", width, height: rest },
			buildSide(shared.own, texts.ownName, texts.ownScore, side),
			buildSide(shared.opponent, texts.opponentName, texts.opponentScore, side),
			createVersus({ width, height: rest }),
		),
		createBox(
			{
				height: strip,
				flexDirection: isStory ? "column" : "row",
				alignItems: isStory ? "flex-start" : "center",
				justifyContent: isStory ? "flex-start" : "space-between",
				gap: 18,
				padding: isStory ? "28px 60px" : "0 40px",
			},
			createPill(texts.verdict, fitText(texts.verdict, isStory ? 70 : 48, verdictWidth), colours),
			createText(texts.league, { max: small, width: isStory ? width - 120 : width * 0.34 }, { opacity: 0.85 }),
		),
	);
}

/** The trophy in rays of light, with the result of the final. */
function buildTrophy(texts: Texts, width: number, height: number, format: PictureFormat): Box {
	const rays = Array.from(
		{ length: 12 },
		(_, ray) => `<path d="M50 50L-40 44L-40 56Z" transform="rotate(${ray * 30} 50 50)"/>`,
	);
	const size = format === "story" ? 300 : 210;
	return createColumn(
		{ width, height, alignItems: "center", justifyContent: "center", gap: 10, backgroundColor: NAVY, color: "#fff" },
		createDrawing(
			"0 0 100 100",
			`<g fill="${GOLD}" opacity="0.1">${rays.join("")}</g>`,
			Math.max(width, height),
			Math.max(width, height),
			{
				position: "absolute",
				left: (width - Math.max(width, height)) / 2,
				top: (height - Math.max(width, height)) / 2,
			},
		),
		createTrophy(size),
		createText(texts.champions, { max: size * 0.62, width: width - 80 }, { color: GOLD, marginTop: 8 }),
		createText(
			texts.beat,
			{ max: size * 0.22, width: width - 80, lines: 2 },
			{ maxWidth: width - 80, textAlign: "center" },
		),
		createText(texts.score, { max: size * 0.3, width: width - 80 }, {}),
		createText(texts.league, { max: size * 0.17, width: width - 80 }, { opacity: 0.8 }),
	);
}

/** Draws a match-up, or a trophy for a grand final that was won. */
export function buildMatchUpPicture(shared: SharedMatchUp, texts: Texts, format: PictureFormat): Box {
	if (shared.final !== "grand-final" || shared.outcome !== "won") return buildHalves(shared, texts, format);
	return createPoster(
		{
			palette: getPalette(shared.own.squadId),
			overline: texts.round,
			title: texts.ownName,
			figure: texts.ownScore,
			// The score says it, unless the places on the ladder decided.
			note: shared.own.points === shared.opponent.points ? texts.verdict : "",
			buildMain: (width, height) => buildTrophy(texts, width, height, format),
		},
		format,
	);
}

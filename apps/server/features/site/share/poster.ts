import {
	CORAL,
	createArrow,
	createBackdrop,
	createBrand,
	createGuernsey,
	createPill,
	createText,
	fitText,
	GREEN,
	NAVY,
	type Palette,
	QUIET,
	RED,
} from "./picture-parts.ts";
import { type Box, createBox, createColumn, FONT_FAMILY, PICTURE_SIZES, type PictureFormat } from "./render-png.ts";

export interface Fact {
	readonly label: string;
	readonly value: string;
	/** Places gained, or lost if negative, with their text. */
	readonly change?: { readonly places: number; readonly text: string } | undefined;
}

export interface DecisionText {
	readonly label: string;
	readonly text: string;
	/** With its sign. */
	readonly points: string;
	readonly isGood: boolean;
}

/** What a picture says, in either format. */
export interface Poster {
	readonly palette: Palette;
	/** Above the title, such as the round. */
	readonly overline: string;
	readonly title: string;
	/** A large number, such as the score. */
	readonly figure: string | null;
	readonly note: string;
	readonly isLive?: boolean;
	/** A link's preview has room for two; a story shows them all. */
	readonly facts?: readonly Fact[];
	/** Draws what fills the rest, such as the ground with the players. */
	readonly buildMain: (width: number, height: number, format: PictureFormat) => Box;
}

export const createFact = ({ label, value, change }: Fact, size: number, width: number): Box =>
	createColumn(
		{ color: NAVY },
		createBox({ fontSize: Math.round(size * 0.42), fontWeight: 600, opacity: 0.75, lineHeight: 1.1 }, label),
		createBox(
			{ alignItems: "center", gap: Math.round(size * 0.2) },
			createText(value, { max: size, width: change ? width * 0.6 : width }, { lineHeight: 1.05 }),
			change && change.places !== 0
				? createBox(
						{
							alignItems: "center",
							gap: 6,
							color: change.places > 0 ? GREEN : RED,
							fontSize: Math.round(size * 0.6),
							fontWeight: 700,
						},
						createArrow(change.places > 0, Math.round(size * 0.36), change.places > 0 ? GREEN : RED),
						change.text,
					)
				: null,
		),
	);

/** A white card. */
export const createCard = (style: Parameters<typeof createColumn>[0], ...children: readonly (Box | null)[]): Box =>
	createColumn({ padding: "20px 28px", borderRadius: 22, backgroundColor: "#fff", color: NAVY, ...style }, ...children);

export const createDecisionCard = ({ label, text, points, isGood }: DecisionText, size: number, width: number): Box =>
	createCard(
		{ width },
		createBox({ color: QUIET, fontSize: Math.round(size * 0.58), fontWeight: 600 }, label),
		createBox(
			{ justifyContent: "space-between", alignItems: "center", gap: 16 },
			createText(text, { max: size, width: width - 56 - size * 2.2, lines: 2 }, { maxWidth: width - 56 - size * 2.2 }),
			createBox(
				{ color: isGood ? GREEN : RED, fontSize: Math.round(size * 1.4), fontWeight: 700, lineHeight: 1 },
				points,
			),
		),
	);

const createNote = ({ note, isLive = false, palette }: Poster, size: number): Box | null => {
	if (note === "") return null;
	if (isLive) return createPill(note, size, { ground: CORAL, text: NAVY });
	return createBox({ color: palette.text, opacity: 0.8, fontSize: size, fontWeight: 600, lineHeight: 1.1 }, note);
};

/** Facts on the club's colour stand on white, because green and red are not readable on every colour. */
const createFactStrip = (facts: readonly Fact[], size: number, width: number): Box | null =>
	facts.length === 0
		? null
		: createBox(
				{ gap: 16, width },
				...facts.map((fact) => {
					const share = (width - 16 * (facts.length - 1)) / facts.length;
					return createCard(
						{ width: share, padding: "8px 22px 10px", border: "2px solid rgba(16,22,43,0.12)" },
						createFact(fact, size, share - 48),
					);
				}),
			);

const createFigure = (figure: string | null, { accent }: Palette, max: number, width: number): Box | null =>
	figure === null ? null : createText(figure, { max, width }, { color: accent, lineHeight: 0.96 });

const PANEL_WIDTH = 480;
const PANEL_MARGIN = 36;

/** A title between score and ranks: on one line unless that makes it small, and then on two that leave room for them. */
function createPanelTitle(title: string, width: number, isAlone: boolean): Box {
	const isShort = fitText(title, 76, width) >= 46;
	const size = isAlone || isShort ? { max: 76, width, lines: isShort ? 1 : 2 } : { max: 54, width, lines: 2 };
	return createText(title, size, { maxWidth: width });
}

function createLinkPoster(poster: Poster): Box {
	const { width, height } = PICTURE_SIZES.link;
	const { palette, overline, title, figure, facts = [], isLive = false, buildMain } = poster;
	const inner = PANEL_WIDTH - 2 * PANEL_MARGIN;
	const [first, second] = facts;
	const mainWidth = width - PANEL_WIDTH;
	return createBox(
		{ width, height, fontFamily: FONT_FAMILY },
		createColumn(
			{ justifyContent: "space-between", width: PANEL_WIDTH, height, padding: PANEL_MARGIN, color: palette.text },
			createBackdrop(palette, PANEL_WIDTH, height),
			createBrand(38, palette.text),
			palette.squadId === null
				? null
				: createGuernsey(palette.squadId, 104, { position: "absolute", top: 28, right: 30 }),
			createColumn(
				{},
				createBox(
					{ alignItems: "center", gap: 16 },
					createBox({ fontSize: 38, fontWeight: 600, opacity: 0.8 }, overline),
					isLive ? createNote(poster, 30) : null,
				),
				createPanelTitle(title, inner, figure === null),
				createFigure(figure, palette, 184, inner),
			),
			first
				? createColumn(
						{ gap: 8 },
						createFactStrip([first], 60, inner),
						second
							? createText(`${second.label}: ${second.value}`, { max: 34, width: inner }, { opacity: 0.85 })
							: null,
					)
				: createBox({}, isLive ? null : createNote(poster, 38)),
		),
		createBox({ width: mainWidth, height }, buildMain(mainWidth, height, "link")),
	);
}

/** Apps cover the top and the bottom of a story with their own buttons. */
const STORY_TOP = 180;
const STORY_BOTTOM = 220;
const STORY_MARGIN = 60;
const HEAD_HEIGHT = 690;
const FACTS_HEIGHT = 142;

function createStoryPoster(poster: Poster): Box {
	const { width, height } = PICTURE_SIZES.story;
	const { palette, overline, title, figure, facts = [], buildMain } = poster;
	const inner = width - 2 * STORY_MARGIN;
	const gap = 32;
	const factsHeight = facts.length > 0 ? FACTS_HEIGHT + gap : 0;
	const mainHeight = height - STORY_TOP - STORY_BOTTOM - HEAD_HEIGHT - gap - factsHeight;
	return createColumn(
		{
			width,
			height,
			padding: `${STORY_TOP}px ${STORY_MARGIN}px ${STORY_BOTTOM}px`,
			gap,
			fontFamily: FONT_FAMILY,
			color: palette.text,
		},
		createBackdrop(palette, width, height),
		createColumn(
			{ height: HEAD_HEIGHT, justifyContent: "space-between" },
			createBrand(60, palette.text),
			palette.squadId === null
				? null
				: createGuernsey(palette.squadId, 176, { position: "absolute", top: 0, right: 0 }),
			createColumn(
				{},
				createBox(
					{ alignItems: "center", gap: 24 },
					createBox({ fontSize: 56, fontWeight: 600, opacity: 0.8 }, overline),
					createNote(poster, 46),
				),
				createText(title, { max: 120, width: inner, lines: 2 }, { maxWidth: inner }),
				createFigure(figure, palette, 290, inner),
			),
		),
		createFactStrip(facts, 72, inner),
		createBox({ width: inner, height: mainHeight }, buildMain(inner, mainHeight, "story")),
	);
}

export const createPoster = (poster: Poster, format: PictureFormat): Box =>
	format === "link" ? createLinkPoster(poster) : createStoryPoster(poster);

import { LINES } from "@first-bounce/rules/player";
import { Ground } from "../../components/ground/ground.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { EmptyCard, PlayerCard } from "../../components/player-card/player-card.tsx";
import { CARD_STATES, type CardState } from "./card-states.ts";
import { type BuildSection, doNothing } from "./section.ts";

export const buildCardSection: BuildSection = (t) => {
	const states = Object.keys(CARD_STATES) as CardState[];
	const actions = [
		{ id: "captain", label: t("action.captain"), icon: "captain" },
		{ id: "swap", label: t("action.swap"), icon: "swap" },
		{ id: "remove", label: t("action.remove"), icon: "trash", isDanger: true },
	] as const;
	return {
		id: "cards",
		frame: (examples) => <Ground label={t("gallery.sections.cards")}>{examples}</Ground>,
		examples: [
			...states.map((state) => ({
				caption: t(`gallery.states.${state}`),
				element: <PlayerCard player={CARD_STATES[state]} onPress={doNothing} />,
			})),
			{
				caption: t("gallery.states.moving"),
				element: <PlayerCard player={CARD_STATES.plain} isPressed onPress={doNothing} />,
			},
			{
				caption: t("gallery.states.dimmed"),
				element: <PlayerCard player={CARD_STATES.plain} isDimmed onPress={doNothing} />,
			},
			{
				caption: t("gallery.states.target"),
				element: <PlayerCard player={CARD_STATES.plain} isTarget onPress={doNothing} />,
			},
			...LINES.map((line) => ({
				caption: t("gallery.empty"),
				element: <EmptyCard label={t("card.add", { position: t(`line.${line}`) })} onPress={doNothing} />,
			})),
			{
				caption: t("gallery.chosen"),
				element: <EmptyCard label={t("card.add", { position: t("line.UTL") })} isChosen onPress={doNothing} />,
			},
			{
				caption: t("gallery.disabled"),
				element: <EmptyCard label={t("card.add", { position: t("line.UTL") })} isDisabled onPress={doNothing} />,
			},
			{
				caption: t("gallery.menu"),
				element: (
					<ActionMenu
						opensOnHover
						moreLabel={t("action.more")}
						label={t("gallery.menu")}
						getActions={() => actions}
						onAction={doNothing}
					>
						{(menuTrigger) => <PlayerCard player={CARD_STATES.plain} menuTrigger={menuTrigger} />}
					</ActionMenu>
				),
			},
		],
	};
};

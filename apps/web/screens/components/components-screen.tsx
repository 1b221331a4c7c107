import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge } from "../../components/badges/score-badge.tsx";
import { StatusBadge } from "../../components/badges/status-badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Ground } from "../../components/ground/ground.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { EmptyCard, PlayerCard } from "../../components/player-card/player-card.tsx";
import { Notice } from "../../components/states/states.tsx";
import styles from "./components-screen.module.css";
import { CARD_STATES, type CardState } from "./examples.ts";

const NOTHING = () => undefined;
const TONES = ["projected", "live", "final", "dnp"] as const;
const KITS = [...Array.from({ length: 18 }, (_, index) => index + 1), 7386, 7886, 8096, 8466, 8788, 9406];

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
	<section className={styles.part}>
		<h2>{title}</h2>
		{children}
	</section>
);

const Example = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
	<figure className={styles.example}>
		{children}
		<figcaption>{title}</figcaption>
	</figure>
);

const Cards = () => {
	const { t } = useTranslation();
	const states = Object.keys(CARD_STATES) as CardState[];
	return (
		<Ground label={t("review.cards")}>
			<div className={styles.cards}>
				{states.map((state) => (
					<Example key={state} title={t(`review.states.${state}`)}>
						<PlayerCard player={CARD_STATES[state]} onPress={NOTHING} />
					</Example>
				))}
				<Example title={t("review.states.moving")}>
					<PlayerCard player={CARD_STATES.plain} isPressed onPress={NOTHING} />
				</Example>
				<Example title={t("review.states.still")}>
					<PlayerCard player={CARD_STATES.plain} isStatic />
				</Example>
				{LINES.map((line) => (
					<Example key={line} title={t("review.empty")}>
						<EmptyCard label={t("card.add", { position: t(`line.${line}`) })} onPress={NOTHING} />
					</Example>
				))}
				<Example title={t("review.chosen")}>
					<EmptyCard label={t("card.add", { position: t("line.UTL") })} isChosen onPress={NOTHING} />
				</Example>
				<Example title={t("review.menu")}>
					<ActionMenu
						opensOnHover
						label={t("review.menu")}
						actions={[
							{ id: "captain", label: t("action.captain"), icon: "captain" },
							{ id: "swap", label: t("action.swap"), icon: "swap" },
							{ id: "remove", label: t("action.remove"), icon: "trash", isDanger: true },
						]}
						onAction={NOTHING}
					>
						<PlayerCard player={CARD_STATES.plain} />
					</ActionMenu>
				</Example>
			</div>
		</Ground>
	);
};

/** Every part in every state, on one page, to look at before and after a change. */
export const ComponentsScreen = () => {
	const { t } = useTranslation();
	return (
		<>
			<title>{t("app.title", { page: t("review.title") })}</title>
			<h1>{t("review.title")}</h1>
			<p className={styles.lead}>{t("review.text")}</p>
			<Part title={t("review.cards")}>
				<Cards />
			</Part>
			<Part title={t("review.badges")}>
				<div className={styles.row}>
					{PLAYER_STATUSES.map((status) => (
						<span key={status} className={styles.badge}>
							<StatusBadge status={status} /> {t(`status.${status}`)}
						</span>
					))}
					{TONES.map((tone) => (
						<ScoreBadge key={tone} tone={tone} text={tone === "dnp" ? t("card.dnp") : "84"} />
					))}
				</div>
			</Part>
			<Part title={t("review.kits")}>
				<div className={styles.row}>
					{KITS.map((squadId) => (
						<span key={squadId} className={styles.kit}>
							<Guernsey squadId={squadId} />
						</span>
					))}
				</div>
			</Part>
			<Part title={t("review.buttons")}>
				<div className={styles.row}>
					<Button variant="main" icon="trade">
						{t("trade.open")}
					</Button>
					<Button icon="wand">{t("team.autofill")}</Button>
					<Button variant="quiet">{t("state.cancel")}</Button>
					<Button isDisabled>{t("trade.review")}</Button>
					<Button icon="undo" isIcon>
						{t("team.undo")}
					</Button>
				</div>
			</Part>
			<Part title={t("review.notices")}>
				{(["info", "warn", "bad"] as const).map((tone) => (
					<Notice key={tone} tone={tone}>
						{t("teamStatus.fill")}
					</Notice>
				))}
			</Part>
		</>
	);
};

import type { Cup } from "@first-bounce/contract/leagues/cup";
import { useTranslation } from "react-i18next";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import styles from "./cup.module.css";
import { useStageName } from "./cup-draw.tsx";

type Step = Cup["path"][number];

const Score = ({ points }: { readonly points: number | null }) => (
	<span className={styles.points}>{points === null ? "–" : formatPoints(points)}</span>
);

const Opponent = ({ step: { opponent, opponentPoints, isBye } }: { readonly step: Step }) => {
	const { t } = useTranslation();
	if (isBye) return <span className={styles.team}>{t("leagues.cup.bye")}</span>;
	if (!opponent) return <span className={styles.team}>{t("leagues.cup.qualifyingText")}</span>;
	return (
		<span className={styles.team}>
			<ManagerAvatar manager={opponent} size={32} />
			<b>{opponent.teamName || t("rankings.formerTeam")}</b>
			<Score points={opponentPoints} />
		</span>
	);
};

/** The user's cup run, latest round first. */
export const CupPath = ({ path }: Pick<Cup, "path">) => {
	const { t } = useTranslation();
	const formatStageName = useStageName();
	const [latest] = path.toReversed();
	return (
		<section className={styles.section}>
			<h2>{t("leagues.cup.path")}</h2>
			{latest?.outcome ? (
				<p className={styles.outcome} data-outcome={latest.outcome}>
					{t(`leagues.cup.outcome.${latest.outcome}`)}
				</p>
			) : null}
			<ol className={styles.matches} aria-label={t("leagues.cup.path")}>
				{path.toReversed().map((step) => (
					<li key={step.roundId} className={styles.match}>
						<p className={styles.stage}>
							{formatStageName(step)}
							{step.outcome ? <b>{t(`leagues.cup.outcomeShort.${step.outcome}`)}</b> : null}
						</p>
						<span
							className={styles.team}
							data-through={step.outcome === "through" || step.outcome === "won" || undefined}
						>
							<b>{t("rankings.you")}</b>
							<Score points={step.points} />
						</span>
						<Opponent step={step} />
					</li>
				))}
			</ol>
		</section>
	);
};

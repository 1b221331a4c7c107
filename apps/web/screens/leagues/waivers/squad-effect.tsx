import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { formatPoints, formatSignedPoints } from "../../../i18n/format.ts";
import styles from "../frame/effect.module.css";
import { applyChange, listLineChanges, projectRest, projectRound } from "./squad-change.ts";
import { useWaivers } from "./use-waivers.tsx";

interface Props {
	readonly change: {
		readonly squad: readonly PlayerId[];
		readonly add: PlayerId;
		readonly drop: PlayerId | null;
	};
}

/** Points more or fewer. */
const Difference = ({ points }: { readonly points: number }) => (
	<b data-better={points === 0 ? undefined : points > 0}>{formatSignedPoints(points)}</b>
);

/** The effect of a change on the squad: projected points of the best line-up, the player's next match, and the lines. */
export const SquadEffect = ({ change }: Props) => {
	const { t } = useTranslation();
	const { season, league } = useWaivers();
	const situation = { season, rules: league.squad };
	const before = projectRound(change.squad, situation);
	const after = projectRound(applyChange(change), situation);
	const getEstimate = (id: PlayerId | null) => season.playerById.get(id ?? 0)?.stats.estimate ?? 0;
	const rest = projectRest(applyChange(change), situation) - projectRest(change.squad, situation);
	const lines = listLineChanges(change, situation);
	const short = lines.filter((counted) => counted.after < counted.before && counted.after < counted.places);
	return (
		<section className={styles.effect} aria-label={t("waivers.effect.title")} aria-live="polite">
			<dl>
				<div>
					<dt>{t("waivers.effect.round")}</dt>
					<dd>
						{formatPoints(before)} → {formatPoints(after)}{" "}
						{Math.round(after) === Math.round(before) ? null : (
							<Difference points={Math.round(after) - Math.round(before)} />
						)}
					</dd>
				</div>
				<div>
					<dt>{t("waivers.effect.rest")}</dt>
					<dd>
						<Difference points={Math.round(rest)} />
					</dd>
				</div>
				{change.drop === null ? null : (
					<div>
						<dt>{t("waivers.effect.match")}</dt>
						<dd>
							<Difference points={Math.round(getEstimate(change.add)) - Math.round(getEstimate(change.drop))} />
						</dd>
					</div>
				)}
				{lines.map(({ line, before: had, after: has }) => (
					<div key={line}>
						<dt>{t(`line.${line}`)}</dt>
						<dd>
							{had} → {has}
						</dd>
					</div>
				))}
			</dl>
			{short.map(({ line, after: has, places }) => (
				<p key={line} data-short>
					{t("waivers.effect.short", { position: t(`lineName.${line}`), count: has, places })}
				</p>
			))}
		</section>
	);
};

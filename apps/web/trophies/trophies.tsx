import { showTrophies, type Trophy } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../api/use-quiet-call.ts";
import styles from "./trophies.module.css";

const getKey = ({ kind, seasonId, leagueId }: Trophy) => `${kind} ${seasonId} ${leagueId ?? 0}`;

/** What a manager has won, in leagues that the viewer may know of; nothing if she has won nothing yet. */
export const Trophies = ({ userId }: { readonly userId: number }) => {
	const { t } = useTranslation();
	const { data } = useQuietCall(showTrophies, { params: { userId } });
	if (!data || data.trophies.length === 0) return null;
	return (
		<section className={styles.trophies} aria-labelledby="trophies">
			<h2 id="trophies">{t("trophies.title")}</h2>
			<ul>
				{data.trophies.map((trophy) => (
					<li key={getKey(trophy)} data-kind={trophy.kind}>
						<span className={styles.mark} aria-hidden="true">
							{trophy.kind === "runner-up" ? "2" : "★"}
						</span>
						<span>
							<b>{trophy.leagueName ?? t("trophies.theCup")}</b>
							<span>{[t(`trophies.kind.${trophy.kind}`), trophy.seasonName].join(" · ")}</span>
						</span>
					</li>
				))}
			</ul>
		</section>
	);
};

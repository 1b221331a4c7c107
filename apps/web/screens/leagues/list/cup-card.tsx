import type { Cup } from "@first-bounce/contract/leagues/cup";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import frame from "../frame/frame.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./leagues.module.css";

/** The state of the cup for the user. */
function useCupText(): (cup: Cup) => string {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ status, isEntered, startId, path, winner }) => {
		if (winner) return t("leagues.cup.winner", { team: winner.teamName || t("rankings.formerTeam") });
		if (status === "cancelled") return t("leagues.cup.cancelled");
		if (status === "open")
			return t(isEntered ? "leagues.cup.youAreIn" : "leagues.cup.openUntil", { round: formatRoundName(startId) });
		const outcome = path.findLast((step) => step.outcome !== null)?.outcome;
		if (outcome) return t(`leagues.cup.outcome.${outcome}`);
		return t(isEntered ? "leagues.cup.playing" : "leagues.cup.notIn");
	};
}

/** The season's cup, below the leagues; nothing in a season without one. */
export const CupCard = ({ cup }: { readonly cup: Cup | null }) => {
	const { t } = useTranslation();
	const getText = useCupText();
	if (!cup) return null;
	const mayEnter = cup.status === "open" && !cup.isEntered;
	return (
		<section className={`${frame.card} ${styles.linkCard}`}>
			<div>
				<h2>{t("leagues.cup.title")}</h2>
				<p>{getText(cup)}</p>
			</div>
			<Link to={`${paths.leagues.to()}/cup`} className={mayEnter ? styles.go : undefined}>
				{t(mayEnter ? "leagues.cup.enter" : "leagues.cup.see")}
			</Link>
		</section>
	);
};

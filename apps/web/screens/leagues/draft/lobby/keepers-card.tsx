import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import frame from "../../frame/frame.module.css";
import { useDraft } from "../use-draft.ts";
import styles from "./lobby.module.css";

/** In a continued league: whether the viewer has confirmed, and the link to her keepers. */
export const KeepersCard = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	if (!league.isContinued) return null;
	const own = board.seats.find(({ teamId }) => teamId === league.myTeamId);
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.ways}`}>
			<h2>{t(own && !own.isConfirmed ? "leagues.keepers.confirmTitle" : "leagues.tabs.keepers")}</h2>
			<p>{t(own && !own.isConfirmed ? "leagues.keepers.confirmText" : "leagues.keepers.lobbyText")}</p>
			<Link to={paths.league.to(league.id, "keepers")}>{t("leagues.keepers.open")}</Link>
		</section>
	);
};

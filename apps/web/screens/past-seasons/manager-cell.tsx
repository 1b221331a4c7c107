import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ManagerAvatar } from "../../components/manager-avatar/manager-avatar.tsx";
import styles from "./manager-cell.module.css";
import pageStyles from "./past-seasons.module.css";

interface Props {
	readonly manager: {
		readonly userId: number;
		readonly teamName: string;
		readonly fullName: string;
		readonly avatarVersion: number;
		readonly supportedSquadId: number | null;
	};
	/** Link to her team; not shown for a former team. */
	readonly to?: string;
	readonly isOwn?: boolean;
	/** Whether she won the grand final. */
	readonly isWinner?: boolean;
}

/** A manager's picture, the name of her team and her own name. */
export const ManagerCell = ({ manager, to, isOwn = false, isWinner = false }: Props) => {
	const { t } = useTranslation();
	const name = manager.teamName || t("rankings.formerTeam");
	return (
		<span className={styles.manager}>
			<ManagerAvatar manager={manager} />
			<span className={styles.names}>
				<b>{manager.teamName && to ? <Link to={to}>{name}</Link> : name}</b>
				<small>
					{manager.teamName ? manager.fullName : t("rankings.formerManager")}
					{isOwn ? <span className={styles.you}>{t("rankings.you")}</span> : null}
					{isWinner ? (
						<>
							<span className={pageStyles.star} aria-hidden="true">
								★
							</span>
							<span className="spoken">{t("pastSeasons.premiers")}</span>
						</>
					) : null}
				</small>
			</span>
		</span>
	);
};

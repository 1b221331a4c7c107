import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ManagerAvatar } from "../manager-avatar/manager-avatar.tsx";
import styles from "./manager-cell.module.css";

interface Props {
	readonly manager: {
		/** 0 for a team without a manager. */
		readonly userId: number;
		readonly avatarVersion: number;
		readonly supportedSquadId: number | null;
		readonly colour?: string | undefined;
		readonly fullName: string;
		/** Empty after the account was deleted. */
		readonly teamName: string;
		readonly isCurrentLeagueUser: boolean;
	};
	/** The URL of the team's page; absent if there is none. */
	readonly url?: string | undefined;
	/** The name of the manager's club, read aloud. */
	readonly club?: string | undefined;
	/** Below the name of the team, by default the manager's name. */
	readonly note?: string | null;
	readonly children?: ReactNode;
}

/** Names a team's manager, or says that a robot's team has none, or that the manager no longer plays. */
export function formatManager(
	{ userId, teamName, fullName }: Pick<Props["manager"], "userId" | "teamName" | "fullName">,
	t: TFunction,
): string {
	if (teamName === "") return t("rankings.formerManager");
	return userId === 0 ? t("rankings.noManager") : fullName;
}

/** A team and its manager in a table. */
export const ManagerCell = ({ manager, url, club, note = null, children }: Props) => {
	const { t } = useTranslation();
	const name = manager.teamName || t("rankings.formerTeam");
	return (
		<span className={styles.team} data-gone={manager.teamName === "" || undefined}>
			<ManagerAvatar manager={manager} />
			{club ? <span className="spoken">{t("rankings.follows", { club })}</span> : null}
			<span className={styles.names}>
				<b>
					{url && manager.teamName ? (
						<Link to={url} className="plain-link">
							{name}
						</Link>
					) : (
						name
					)}
				</b>
				<span>{note ?? formatManager(manager, t)}</span>
			</span>
			<span className={styles.marks}>
				{manager.isCurrentLeagueUser ? <span className={styles.you}>{t("rankings.you")}</span> : null}
				{children}
			</span>
		</span>
	);
};

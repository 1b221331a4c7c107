import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ShareDialog } from "../components/share/share-dialog.tsx";
import { getErrorMessage } from "../i18n/error-message.ts";
import { lazyPart } from "../upgrade/lazy-part.ts";
import { type SnapshotTarget, useSnapshotUrl } from "./share-url.ts";

const ShowTeamChoice = lazyPart(async () => (await import("./show-team-choice.tsx")).ShowTeamChoice);

interface Props {
	readonly target: SnapshotTarget;
	readonly teamName: string;
	/** Defaults to a title by the type. */
	readonly title?: string;
	readonly onClose: () => void;
}

/** Shares the user's team, trades, result or match-up of a round. */
export const ShareSnapshotDialog = ({ target, teamName, title, onClose }: Props) => {
	const { type } = target;
	const { t } = useTranslation();
	const [showsTeam, setShowsTeam] = useState(false);
	const { url, hidden, error } = useSnapshotUrl(target, showsTeam);
	// The option stays visible while the other link is being created.
	const [hasHidden, setHasHidden] = useState(false);
	if (hidden > 0 && !hasHidden) setHasHidden(true);
	return (
		<ShareDialog
			title={title ?? t(`share.${type}Title`)}
			text={t(`share.${type}Text`)}
			choice={
				type === "team" && hasHidden ? (
					<Suspense>
						<ShowTeamChoice isSelected={showsTeam} onChange={setShowsTeam} />
					</Suspense>
				) : null
			}
			message={t(`share.${type}Message`, { name: teamName })}
			url={url}
			error={error ? getErrorMessage(error, t) : undefined}
			done={t("share.done")}
			onClose={onClose}
		/>
	);
};

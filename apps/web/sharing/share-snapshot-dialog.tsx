import { useTranslation } from "react-i18next";
import { ShareDialog } from "../components/share/share-dialog.tsx";
import { getErrorMessage } from "../i18n/error-message.ts";
import { type SnapshotType, useSnapshotUrl } from "./use-snapshot-url.ts";

interface Props {
	readonly type: SnapshotType;
	readonly roundId: number;
	readonly teamName: string;
	/** Defaults to a title by the type. */
	readonly title?: string;
	readonly onClose: () => void;
}

/** Shares the user's team or trades of a round. */
export const ShareSnapshotDialog = ({ type, roundId, teamName, title, onClose }: Props) => {
	const { t } = useTranslation();
	const { url, error } = useSnapshotUrl(type, roundId);
	return (
		<ShareDialog
			title={title ?? t(`share.${type}Title`)}
			text={t(`share.${type}Text`)}
			message={t(`share.${type}Message`, { name: teamName })}
			url={url}
			error={error ? getErrorMessage(error, t) : undefined}
			done={t("share.done")}
			onClose={onClose}
		/>
	);
};

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../components/button/button.tsx";
import { ShareSnapshotDialog } from "./share-snapshot-dialog.tsx";
import type { SnapshotType } from "./share-url.ts";

interface Props {
	readonly type: SnapshotType;
	readonly roundId: number;
	readonly teamName: string;
}

/** A button that shares the user's team, trades or result of a round. */
export const ShareSnapshotButton = (props: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button icon="share" isCompact onPress={() => setOpen(true)}>
				{t("share.share")}
			</Button>
			{isOpen ? <ShareSnapshotDialog {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../components/button/button.tsx";
import { ShareSnapshotDialog } from "./share-snapshot-dialog.tsx";
import { type SnapshotTarget, usePrepareSnapshot } from "./share-url.ts";

interface Props {
	readonly target: SnapshotTarget;
	readonly teamName: string;
}

/** A button that shares the user's team, trades, result or match-up of a round. */
export const ShareSnapshotButton = (props: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const prepare = usePrepareSnapshot(props.target);
	return (
		<>
			<Button icon="share" isCompact onIntent={prepare} onPress={() => setOpen(true)}>
				{t("share.share")}
			</Button>
			{isOpen ? <ShareSnapshotDialog {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

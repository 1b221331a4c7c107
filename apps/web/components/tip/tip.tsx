import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { Icon } from "../icon/icon.tsx";
import styles from "./tip.module.css";

/** An explanation behind an info button, closed by Escape. */
export const Tip = ({ about, text }: { readonly about: string; readonly text: string }) => (
	<DialogTrigger>
		<Button className={styles.button ?? ""} aria-label={about}>
			<Icon name="info" size={16} />
		</Button>
		<Popover className={styles.popover ?? ""} placement="top" offset={4}>
			<Dialog className={styles.text ?? ""} aria-label={about}>
				{text}
			</Dialog>
		</Popover>
	</DialogTrigger>
);

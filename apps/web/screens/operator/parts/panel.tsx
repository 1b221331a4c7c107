import type { ReactNode } from "react";
import styles from "./panel.module.css";

interface Props {
	readonly title: string;
	readonly text?: string;
	readonly tools?: ReactNode;
	readonly children: ReactNode;
}

export const Panel = ({ title, text, tools, children }: Props) => (
	<section className={styles.panel}>
		<header className={styles.panelHead}>
			<div>
				<h2>{title}</h2>
				{text ? <p>{text}</p> : null}
			</div>
			{tools ? <div className={styles.tools}>{tools}</div> : null}
		</header>
		{children}
	</section>
);

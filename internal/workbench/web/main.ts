// The page of dibmap explore.

import { Served } from "./engine";
import { startPage } from "./page";

const engine = new Served();
void startPage(engine).open(engine.about());

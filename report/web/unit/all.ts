import { done } from "./check";
import "./groups.test";
import "./points.test";
import "./views.test";

done();

package judge_test
import ("testing";"context";"fmt";"wavetank/scenarios";"wavetank/report/judge")
func TestZZ(t *testing.T){
 for _,name:=range []string{"hang-primary","correlated-outage","bad-prompt-storm","outage-503"} {
 sc,err:=scenarios.Load(name,scenarios.Options{}); if err!=nil{t.Fatal(err)}
 r,err:=sc.Play(context.Background(),sc.Seeds(60),nil); if err!=nil{t.Fatal(err)}
 k:=r.Rank()
 fmt.Println(name,k.Word)
 for _,f:=range k.First {fmt.Println("  first",f.Name)}
 cs:=r.Criteria()
 var c []judge.Candidate
 for i:=range r.Strategies{ s:=&r.Strategies[i]; if s.Ideal{continue}; q:=s.Figure("requests"); c=append(c,judge.Candidate{Name:s.Name,Values:s.Values,Requests:q.Mean})}
 for i:=range c{for j:=range i{ f:=judge.Compare(cs,&c[i],&c[j]); fmt.Printf("   %s vs %s: %d %s d=%.5f [%.5f,%.5f] small %.5f\n",c[i].Name,c[j].Name,f.Outcome,f.Metric,f.Diff.Mean,f.Diff.Low,f.Diff.High,f.Smallest)}}
 }
}
